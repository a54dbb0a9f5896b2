import { importArticleRequestSchema } from '@cairn/contracts/import-article';
import { Hono } from 'hono';
import type { AppEnv } from '../../../http/app-env.ts';
import { requireUser } from '../../../http/authenticate.ts';
import { validateJson } from '../../../http/validate.ts';
import { AppError } from '../../../kernel/app-error.ts';
import { ImportCancelled } from './import-failure.ts';
import { presentImport } from './import-present.ts';
import type { ImportService } from './import-service.ts';

/** To be mounted under `/functions/v1`, behind `authenticate`. */
export function importRoutes({ service }: { service: ImportService }) {
  return new Hono<AppEnv>().post(
    '/import-article',
    requireUser,
    validateJson(importArticleRequestSchema),
    async (c) => {
      const { actor } = c.var;
      if (actor.role !== 'authenticated') throw new AppError('unauthenticated', 'Please sign in first.');
      try {
        const outcome = await service.importArticle(actor, {
          ...c.req.valid('json'),
          // The connection's end is the reader's "cancel".
          signal: c.req.raw.signal,
          acceptLanguage: c.req.header('accept-language'),
        });
        return c.json(presentImport(outcome));
      } catch (error) {
        // Only a server that is stopping still has somebody to tell.
        if (error instanceof ImportCancelled)
          throw new AppError('unavailable', 'The import was cancelled.', { cause: error });
        throw error;
      }
    },
  );
}
