import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { bytesFromHex, bytesToHex } from '../note-bytes.ts';
import { splitUpdate } from './split-update.ts';

describe('splitUpdate', () => {
  it('makes parts below the limit that together are the same document, deletions too', () => {
    const doc = new Y.Doc();
    const text = doc.getText('notes');
    for (let index = 0; index < 200; index += 1) {
      // Alternating marks keep Yjs from joining the insertions into one.
      text.insert(text.length, 'x'.repeat(500), index % 2 ? { bold: true } : { italic: true });
    }
    text.delete(1000, 5000);
    const update = Y.encodeStateAsUpdate(doc);
    const parts = splitUpdate(update, 10_000);
    expect(parts.length).toBeGreaterThan(5);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(10_000);
    const copy = new Y.Doc();
    for (const part of parts) Y.applyUpdate(copy, part);
    expect(copy.getText('notes').toDelta()).toEqual(text.toDelta());
    expect(Y.encodeStateVector(copy)).toEqual(Y.encodeStateVector(doc));
  });

  it('leaves a small one as it is', () => {
    const update = new Uint8Array([0, 0]);
    expect(splitUpdate(update, 100)).toEqual([update]);
  });
});

describe('bytes in the data API', () => {
  it('come back as they went, every value of them', () => {
    const bytes = Uint8Array.from({ length: 10_000 }, (_, index) => index % 256);
    expect(bytesToHex(new Uint8Array([0, 171, 255]))).toBe('\\x00abff');
    expect(bytesFromHex(bytesToHex(bytes))).toEqual(bytes);
  });
});
