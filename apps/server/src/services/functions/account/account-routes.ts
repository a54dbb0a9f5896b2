import type { DeleteAccountRequest } from '@cairn/contracts/account';
import { type Context, Hono } from 'hono';
import { type ZodType, z } from 'zod';
import type { AppEnv } from '../../../http/app-env.ts';
import { requireUser } from '../../../http/authenticate.ts';
import { validateJson } from '../../../http/validate.ts';
import type { UserActor } from '../../../kernel/actor.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { AccountService } from './account-service.ts';

const deletionSchema: ZodType<DeleteAccountRequest> = z.object({ email: z.string().max(1000) });

/** `export-account`, `delete-account`, `keep-account`: see contracts/account.ts. Mounted under `/functions/v1`. */
export const accountRoutes = ({ service }: { service: AccountService }): Hono<AppEnv> =>
  new Hono<AppEnv>()
    .post('/export-account', requireUser, (c) => {
      const stream = service.startExport(personOf(c));
      c.header('content-type', 'application/zip');
      c.header('content-disposition', 'attachment; filename="cairn-export.zip"');
      c.header('cache-control', 'no-store');
      return c.body(stream);
    })
    .post('/delete-account', requireUser, validateJson(deletionSchema), async (c) =>
      c.json(await service.requestDeletion(personOf(c), c.req.valid('json').email)),
    )
    .post('/keep-account', requireUser, async (c) => {
      await service.cancelDeletion(personOf(c));
      return c.body(null, 204);
    });

function personOf(c: Context<AppEnv>): UserActor {
  const { actor } = c.var;
  if (actor.role !== 'authenticated') throw new AppError('unauthenticated', 'Please sign in first.');
  return actor;
}
