import type { Tx } from '../../platform/db/db.ts';

export type AuditAction =
  | 'user_signedup'
  | 'login'
  | 'logout'
  | 'user_recovery_requested'
  | 'user_confirmation_requested'
  | 'user_modified'
  | 'user_updated_password'
  | 'email_changed'
  | 'token_reused';

const keptDays = 90;

export const createAuditStore = (tx: Tx) => ({
  /** Also forgets what is older than 90 days, a little at a time. */
  async write(entry: { action: AuditAction; userId: string; ip: string | null; now: Date }): Promise<void> {
    await tx.query(
      `insert into auth.audit_log_entries (instance_id, payload, created_at, ip_address)
       values ('00000000-0000-0000-0000-000000000000', $1::json, $2, $3)`,
      [
        JSON.stringify({ action: entry.action, actor_id: entry.userId, timestamp: entry.now.toISOString() }),
        entry.now,
        entry.ip ?? '',
      ],
    );
    await tx.query(
      `delete from auth.audit_log_entries where id in (
         select id from auth.audit_log_entries where created_at < $1 order by created_at limit 20 for update skip locked)`,
      [new Date(entry.now.getTime() - keptDays * 86_400_000)],
    );
  },
});

export type AuditStore = ReturnType<typeof createAuditStore>;
