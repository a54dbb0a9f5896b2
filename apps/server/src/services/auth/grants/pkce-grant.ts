import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { FlowStateRecord } from '../auth-records.ts';
import { AuthError, userBanned, validationFailed } from '../domain/auth-error.ts';
import { parseBody } from '../parse-body.ts';
import { isBanned, openSession } from '../session-issuer.ts';
import { s256 } from '../token-generator.ts';
import type { Grant } from './grant.ts';

const bodySchema = z.object({
  auth_code: z.string().max(200).optional(),
  code_verifier: z.string().max(1000).optional(),
});
const codeLifetimeMs = 300_000;
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const matches = (flow: FlowStateRecord, verifier: string): boolean => {
  const expected = Buffer.from(flow.code_challenge ?? '');
  const actual = Buffer.from(flow.code_challenge_method === 's256' ? s256(verifier) : verifier);
  return expected.length > 0 && expected.length === actual.length && timingSafeEqual(expected, actual);
};

/** Exchanges the code that a link led to, with the verifier that only the browser that asked for it knows. */
export const pkceGrant: Grant = async (context, body, client) => {
  const { auth_code: code = '', code_verifier: verifier = '' } = parseBody(bodySchema, body);
  if (!code || !verifier) {
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty');
  }
  const now = context.now();
  const outcome = await context.store.transaction(async (tx) => {
    const flow = uuidShape.test(code) ? await tx.flows.take(code) : null;
    if (!flow) return new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
    const issuedAt = (flow.auth_code_issued_at ?? flow.created_at).getTime();
    if (issuedAt + codeLifetimeMs < now.getTime()) {
      return new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
    }
    if (!matches(flow, verifier)) {
      return new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');
    }
    const user = await tx.users.findById(flow.user_id);
    if (!user) return new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
    if (isBanned(user, now)) return userBanned(403);
    return openSession(context, tx, user.id, flow.authentication_method, client);
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
};
