import type { CallKind } from '../runtime/connection/connection-machine.ts';

/** What the connection needs to know of a call before it goes out. */
export interface CallRules {
  kind: CallKind;
  reads: boolean;
  /** Making it twice is the same as making it once: it is tried again when the network loses it. */
  repeatable: boolean;
  /** It waits while nobody is there. Others are refused then: what beats or counts must not pile up. */
  waits: boolean;
  limitMs: number;
}

/** Reads and small writes. */
const usualLimitMs = 20_000;
/** Functions fetch pages of others: the server ends them earlier than this. */
const functionLimitMs = 90_000;
/** A whole library over a slow line. The person sees how much has come, and can cancel. */
const exportLimitMs = 30 * 60_000;

/** Database functions are called with POST. By the rule of their names, these only read. */
const readingFunction = /\/rest\/v1\/rpc\/(?:search|list|count|due|get|check|read|find)_/;
/** What is written here has a queue of its own, which sends it again. */
const queuedTable = /\/rest\/v1\/(?:notes|note_updates|cue_reviews)(?:$|\?)/;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** A repeated upload of this size costs more than it helps. */
const longestRepeatedBody = 256 * 1024;

export function rulesOf(address: string, method: string, body: unknown): CallRules {
  const verb = method.toUpperCase();
  if (address.includes('/auth/v1/')) {
    // The session's keeper decides about these.
    return { kind: 'auth', reads: false, repeatable: false, waits: false, limitMs: usualLimitMs };
  }
  const isFunction = address.includes('/functions/v1/');
  const reads = verb === 'GET' || verb === 'HEAD' || readingFunction.test(address);
  const writes = verb === 'POST' || verb === 'PUT' || verb === 'PATCH';
  const repeatable = reads || (writes && !queuedTable.test(address) && carriesItsId(body));
  return {
    kind: isFunction ? 'function' : 'data',
    reads,
    repeatable,
    waits: reads || !address.includes('/rest/v1/rpc/'),
    limitMs: address.endsWith('/functions/v1/export-account')
      ? exportLimitMs
      : isFunction
        ? functionLimitMs
        : usualLimitMs,
  };
}

/** The id of what is made was made here: a second time it is the same thing. One row, or many of which each has its id. */
function carriesItsId(body: unknown): boolean {
  if (typeof body !== 'string' || body.length > longestRepeatedBody) return false;
  try {
    const parsed: unknown = JSON.parse(body);
    const rows = Array.isArray(parsed) ? parsed : [parsed];
    return rows.length > 0 && rows.every(hasOwnId);
  } catch {
    return false;
  }
}

function hasOwnId(row: unknown): boolean {
  if (typeof row !== 'object' || row === null) return false;
  const { id, importRunId } = row as { id?: unknown; importRunId?: unknown };
  const own = id ?? importRunId;
  return typeof own === 'string' && uuid.test(own);
}
