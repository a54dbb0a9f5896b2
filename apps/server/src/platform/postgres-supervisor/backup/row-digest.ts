import { createHash } from 'node:crypto';

const modulus = 1n << 256n;
const newline = 0x0a;

export interface RowDigest {
  readonly rows: number;
  readonly bytes: number;
  /** Hex SHA-256 of all bytes in order. */
  readonly sha256: string;
  /**
   * Hex sum of the rows' SHA-256 modulo 2^256: equal for the same rows in any order, because two servers need not
   * keep rows in the same order.
   */
  readonly rowDigest: string;
}

/** Digests COPY text, in which every row is one line (newlines inside values are written as `\n`). */
export function createRowDigest(): { update(chunk: Buffer): void; finish(): RowDigest } {
  const whole = createHash('sha256');
  let pending: Buffer[] = [];
  let rows = 0;
  let bytes = 0;
  let sum = 0n;

  const addRow = (last: Buffer) => {
    const hash = createHash('sha256');
    for (const piece of pending) hash.update(piece);
    hash.update(last);
    sum = (sum + BigInt(`0x${hash.digest('hex')}`)) % modulus;
    rows += 1;
    pending = [];
  };

  return {
    update(chunk) {
      whole.update(chunk);
      bytes += chunk.length;
      let start = 0;
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
        addRow(chunk.subarray(start, end + 1));
        start = end + 1;
      }
      // A copy: the driver may use the chunk's memory again.
      if (start < chunk.length) pending.push(Buffer.from(chunk.subarray(start)));
    },
    finish() {
      if (pending.length > 0) addRow(Buffer.alloc(0));
      return { rows, bytes, sha256: whole.digest('hex'), rowDigest: sum.toString(16).padStart(64, '0') };
    },
  };
}
