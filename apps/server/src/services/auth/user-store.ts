import type { Tx } from '../../platform/db/db.ts';
import type { UserRecord } from './auth-records.ts';

const columns = `
  u.id, u.aud, u.role, u.email, u.phone, u.encrypted_password, u.email_confirmed_at, u.phone_confirmed_at, u.confirmed_at,
  u.invited_at, u.confirmation_sent_at, u.recovery_sent_at, nullif(u.email_change, '') as email_change,
  u.email_change_sent_at, u.email_change_confirm_status, u.reauthentication_sent_at, u.last_sign_in_at,
  u.raw_app_meta_data, u.raw_user_meta_data, u.created_at, u.updated_at, u.banned_until, u.is_anonymous,
  coalesce((select jsonb_agg(to_jsonb(i) order by i.created_at) from auth.identities i where i.user_id = u.id), '[]') as identities,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type,
      'status', f.status, 'created_at', f.created_at, 'updated_at', f.updated_at) order by f.created_at)
    from auth.mfa_factors f where f.user_id = u.id
  ), '[]') as factors`;

export interface NewUser {
  id: string;
  email: string;
  passwordHash: string;
  userMetadata: Record<string, unknown>;
  confirmedAt: Date | null;
  now: Date;
}

export interface UserChanges {
  email?: string;
  passwordHash?: string;
  userMetadata?: Record<string, unknown>;
  emailConfirmedAt?: Date;
  confirmationSentAt?: Date;
  recoverySentAt?: Date;
  lastSignInAt?: Date;
  /** Null: no change of address is pending any more. */
  emailChange?: string | null;
  emailChangeSentAt?: Date;
  emailChangeConfirmStatus?: number;
}

const columnOf: Record<keyof UserChanges, string> = {
  email: 'email',
  passwordHash: 'encrypted_password',
  userMetadata: 'raw_user_meta_data',
  emailConfirmedAt: 'email_confirmed_at',
  confirmationSentAt: 'confirmation_sent_at',
  recoverySentAt: 'recovery_sent_at',
  lastSignInAt: 'last_sign_in_at',
  emailChange: 'email_change',
  emailChangeSentAt: 'email_change_sent_at',
  emailChangeConfirmStatus: 'email_change_confirm_status',
};

export const createUserStore = (tx: Tx) => {
  const one = async (condition: string, params: unknown[]): Promise<UserRecord | null> => {
    const { rows } = await tx.query<UserRecord>(
      `select ${columns} from auth.users u where ${condition} and u.deleted_at is null`,
      params,
    );
    return rows[0] ?? null;
  };

  return {
    findById: (id: string) => one('u.id = $1', [id]),
    findByEmail: (email: string) => one('u.email = $1 and not u.is_sso_user', [email]),

    /** Serialises what changes one account. False when it is gone. */
    async lock(id: string): Promise<boolean> {
      const { rowCount } = await tx.query('select 1 from auth.users where id = $1 and deleted_at is null for update', [
        id,
      ]);
      return rowCount > 0;
    },

    /** False when the address is taken. */
    async insert(user: NewUser): Promise<boolean> {
      const { rowCount } = await tx.query(
        `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
           raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
         values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3, $4,
           '{"provider": "email", "providers": ["email"]}', $5::jsonb, $6, $6)
         on conflict (email) where is_sso_user = false do nothing`,
        [user.id, user.email, user.passwordHash, user.confirmedAt, JSON.stringify(user.userMetadata), user.now],
      );
      if (rowCount === 0) return false;
      await tx.query(
        `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
         values ($1, $2, $3::jsonb, 'email', $4, $4, $4)`,
        [
          user.id,
          user.id,
          JSON.stringify({
            ...user.userMetadata,
            sub: user.id,
            email: user.email,
            email_verified: user.confirmedAt !== null,
            phone_verified: false,
          }),
          user.now,
        ],
      );
      return true;
    },

    async update(id: string, changes: UserChanges, now: Date): Promise<void> {
      const assignments = ['updated_at = $2'];
      const params: unknown[] = [id, now];
      for (const [name, value] of Object.entries(changes)) {
        params.push(name === 'userMetadata' ? JSON.stringify(value) : value);
        assignments.push(`${columnOf[name as keyof UserChanges]} = $${params.length}`);
      }
      await tx.query(`update auth.users set ${assignments.join(', ')} where id = $1`, params);
    },

    async updateEmailIdentity(
      userId: string,
      data: { email: string; email_verified: boolean },
      now: Date,
    ): Promise<void> {
      await tx.query(
        `update auth.identities set identity_data = identity_data || $2::jsonb, updated_at = $3
         where user_id = $1 and provider = 'email'`,
        [userId, JSON.stringify(data), now],
      );
    },

    async touchIdentity(userId: string, provider: string, now: Date): Promise<void> {
      await tx.query(
        'update auth.identities set last_sign_in_at = $3, updated_at = $3 where user_id = $1 and provider = $2',
        [userId, provider, now],
      );
    },
  };
};

export type UserStore = ReturnType<typeof createUserStore>;
