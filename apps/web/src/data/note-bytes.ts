/** Bytes as the data API writes them: `\x` and two hex digits each. */
export function bytesToHex(bytes: Uint8Array): string {
  const parts: string[] = [];
  // Joined in portions: one string per byte of a large document would cost more than the request.
  for (let from = 0; from < bytes.length; from += 4096) {
    let part = '';
    for (const byte of bytes.subarray(from, from + 4096)) part += hexOf[byte];
    parts.push(part);
  }
  return `\\x${parts.join('')}`;
}

export function bytesFromHex(text: string): Uint8Array {
  const bytes = new Uint8Array((text.length - 2) / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = digit(text.charCodeAt(2 * index + 2)) * 16 + digit(text.charCodeAt(2 * index + 3));
  }
  return bytes;
}

const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** 0–9 and a–f, in either case. */
const digit = (code: number): number => (code < 58 ? code - 48 : (code | 32) - 87);
