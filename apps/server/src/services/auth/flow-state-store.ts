import type { Tx } from '../../platform/db/db.ts';
import type { FlowStateRecord } from './auth-records.ts';
import type { CodeChallenge } from './domain/pkce.ts';

const columns =
  'id, user_id, code_challenge, code_challenge_method, authentication_method, created_at, auth_code_issued_at';

export const createFlowStateStore = (tx: Tx) => ({
  /** Replaces earlier flows of the same person and method: the latest counts. */
  async start(flow: { userId: string; method: string; code: CodeChallenge; now: Date }): Promise<void> {
    await tx.query('delete from auth.flow_state where user_id = $1 and authentication_method = $2', [
      flow.userId,
      flow.method,
    ]);
    await tx.query(
      `insert into auth.flow_state (user_id, code_challenge, code_challenge_method, provider_type, authentication_method,
         created_at, updated_at)
       values ($1, $2, $3::auth.code_challenge_method, 'email', $4, $5, $5)`,
      [flow.userId, flow.code.challenge, flow.code.method, flow.method, flow.now],
    );
  },

  /** False when the flow is gone. */
  async issueCode(flow: { userId: string; method: string; authCode: string; now: Date }): Promise<boolean> {
    const { rowCount } = await tx.query(
      `update auth.flow_state set auth_code = $3, auth_code_issued_at = $4, updated_at = $4
       where user_id = $1 and authentication_method = $2`,
      [flow.userId, flow.method, flow.authCode, flow.now],
    );
    return rowCount > 0;
  },

  /** Takes the flow out: a code is good for one attempt. */
  async take(authCode: string): Promise<FlowStateRecord | null> {
    const { rows } = await tx.query<FlowStateRecord>(
      `delete from auth.flow_state where auth_code = $1 and user_id is not null returning ${columns}`,
      [authCode],
    );
    return rows[0] ?? null;
  },
});

export type FlowStateStore = ReturnType<typeof createFlowStateStore>;
