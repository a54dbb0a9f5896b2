import type { AuthContext } from '../auth-deps.ts';
import type { IssuedSession } from '../auth-records.ts';
import type { ClientInfo } from '../session-store.ts';

/** One way to get tokens: `POST /token?grant_type=<name>`. A further way is a further file and a line in the table. */
export type Grant = (context: AuthContext, body: Record<string, unknown>, client: ClientInfo) => Promise<IssuedSession>;
