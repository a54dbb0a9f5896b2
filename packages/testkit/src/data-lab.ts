import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DataSettings } from '@cairn/server/services/data/data-settings';
import { createDataServer, type DataServer } from './data-server.ts';

/** Owners of the rows of `lab.books`. */
export const labAlice = '00000000-0000-4000-8000-00000000000a';
export const labBob = '00000000-0000-4000-8000-00000000000b';

/** A data server over the schema `lab` of awkward names and every kind of relationship (`fixtures/data-lab.sql`). */
export function createDataLab(settings: Partial<DataSettings> = {}): Promise<DataServer> {
  const sql = readFileSync(resolve(import.meta.dirname, '../fixtures/data-lab.sql'), 'utf8');
  return createDataServer(sql, { schemas: ['lab', 'public'], ...settings });
}
