import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';

/**
 * Cuts an update into parts below `mostBytes`, each of which stands on those before it (parts by state vector: a run of
 * clocks of one client). A single insertion that is larger than that stays whole.
 */
export function splitUpdate(update: Uint8Array, mostBytes: number): Uint8Array[] {
  if (update.length <= mostBytes) return [update];
  const { structs } = Y.decodeUpdate(update);
  const parts: Uint8Array[] = [];
  let open: typeof structs = [];
  let bytes = 0;
  const close = (): void => {
    if (open.length > 0) parts.push(encodeRun(open));
    open = [];
    bytes = 0;
  };
  for (const struct of structs) {
    const size = encodeRun([struct]).length;
    const last = open.at(-1);
    const follows = last && last.id.client === struct.id.client && last.id.clock + last.length === struct.id.clock;
    if (!follows || bytes + size > mostBytes) close();
    open.push(struct);
    bytes += size;
  }
  close();
  // What was deleted comes last: the difference to everything before carries the whole list of deletions and nothing else.
  const inserted = Y.encodeStateVectorFromUpdate(update);
  parts.push(Y.diffUpdate(update, inserted));
  return parts;
}

function encodeRun(structs: ReturnType<typeof Y.decodeUpdate>['structs']): Uint8Array {
  const [first] = structs;
  if (!first) return new Uint8Array([0, 0]);
  const encoder = new Y.UpdateEncoderV1();
  // One client, its structs, no deletions: see `writeClientsStructs` of Yjs.
  encoding.writeVarUint(encoder.restEncoder, 1);
  encoding.writeVarUint(encoder.restEncoder, structs.length);
  encoder.writeClient(first.id.client);
  encoding.writeVarUint(encoder.restEncoder, first.id.clock);
  for (const struct of structs) struct.write(encoder, 0);
  encoding.writeVarUint(encoder.restEncoder, 0);
  return encoder.toUint8Array();
}
