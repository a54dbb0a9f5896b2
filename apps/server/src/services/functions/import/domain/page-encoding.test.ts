import { describe, expect, it } from 'vitest';
import { bodyKind, decodePage } from './page-encoding.ts';

const bytes = (...values: number[]) => new Uint8Array(values);
const ascii = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

describe('decodePage', () => {
  const shiftJis = bytes(0x94, 0x4c); // 猫
  it.each([
    [
      'the byte order mark wins',
      join(bytes(0xef, 0xbb, 0xbf), new TextEncoder().encode('ä')),
      'text/html; charset=windows-1252',
      'ä',
    ],
    ['UTF-16 by its mark', bytes(0xff, 0xfe, 0xe4, 0x00), null, 'ä'],
    ['the header', shiftJis, 'text/html; charset=Shift_JIS', '猫'],
    ['the header, in quotes', shiftJis, 'text/html;charset="shift-jis"', '猫'],
    [
      'the header before the page',
      join(ascii('<meta charset=utf-8>'), shiftJis),
      'text/html; charset=sjis',
      '<meta charset=utf-8>猫',
    ],
    ['the page', join(ascii('<meta charset="shift_jis">'), shiftJis), 'text/html', '<meta charset="shift_jis">猫'],
    ['UTF-8 when it is', new TextEncoder().encode('Ünïcødé'), null, 'Ünïcødé'],
    ['windows-1252 when it is not', bytes(0xe4, 0x20, 0x80, 0x93), null, 'ä €“'],
    ['latin1 means windows-1252', bytes(0xe4, 0x92), 'text/html; charset=iso-8859-1', 'ä’'],
    ['an unknown label is none', new TextEncoder().encode('ä'), 'text/html; charset=klingon', 'ä'],
    [
      'a page that can be read says no UTF-16',
      join(ascii('<meta charset=utf-16>'), new TextEncoder().encode('ä')),
      null,
      '<meta charset=utf-16>ä',
    ],
    [
      'XML',
      join(ascii('<?xml version="1.0" encoding="koi8-r"?>'), bytes(0xc1)),
      null,
      '<?xml version="1.0" encoding="koi8-r"?>а',
    ],
    [
      'not in a comment',
      join(ascii('<!-- <meta charset=koi8-r> -->'), new TextEncoder().encode('ä')),
      null,
      '<!-- <meta charset=koi8-r> -->ä',
    ],
  ])('%s', (_what, body, contentType, text) => {
    expect(decodePage(body, contentType)).toBe(text);
  });
});

describe('bodyKind', () => {
  it.each([
    ['empty', ''],
    ['empty', '\r\n \t'],
    ['pdf', '%PDF-1.4'],
    ['pdf', '\n\n%PDF-1.4'],
    ['binary', '\x89PNG\r\n'],
    ['binary', 'PK\x03\x04'],
    ['binary', '\0\0\0\x20ftypmp42'],
    ['binary', '\0\x01\0\x02\0\x03\0\x04'],
    ['text', '<p>A stray \0 in a page'],
    ['text', '<!doctype html>'],
    ['text', `${' '.repeat(2000)}<p>late`],
    ['text', 'MZ is how this sentence begins'],
  ])('%s', (kind, body) => {
    expect(bodyKind(ascii(body))).toBe(kind);
  });
  it('knows UTF-16 text from binary', () => {
    expect(bodyKind(bytes(0xff, 0xfe, 0x3c, 0x00))).toBe('text');
  });
});
