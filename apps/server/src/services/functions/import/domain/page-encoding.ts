/** What a body is by its first bytes, whatever its header claims. */
export type BodyKind = 'empty' | 'pdf' | 'binary' | 'text';

// Archives, images, sound, film, programs.
const binaryStarts = 'PK\x03\x04 \x89PNG GIF8 \xff\xd8\xff \x1f\x8b Rar! 7z\xbc\xaf OggS ID3 RIFF \x7fELF'.split(' ');

export function bodyKind(body: Uint8Array): BodyKind {
  const start = latin1(body.subarray(0, 1024));
  if (start.trim() === '' && latin1(body.subarray(0, 65_536)).trim() === '') return 'empty';
  if (/^\s{0,16}%PDF-/.test(start)) return 'pdf';
  if (binaryStarts.some((magic) => start.startsWith(magic))) return 'binary';
  if (/^.{4}ftyp/s.test(start)) return 'binary';
  const utf16 = /^(?:\xff\xfe|\xfe\xff)/.test(start);
  // A stray NUL is a slip that browsers pass over; several are no text.
  return !utf16 && start.split('\0').length > 4 ? 'binary' : 'text';
}

/** Decodes a page: byte order mark, then the header's charset, then the page's own declaration, then UTF-8 if it is, else windows-1252. */
export function decodePage(body: Uint8Array, contentType: string | null): string {
  const mark = byteOrderMark(body);
  if (mark) return new TextDecoder(mark).decode(body);
  const declared = usableLabel(charsetOf(contentType)) ?? usableLabel(declaredInPage(body));
  if (declared) return decodeAs(declared, body);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return decodeAs('windows-1252', body);
  }
}

// What windows-1252 has where ISO 8859-1 has control characters. Node 20 decodes the label as the latter.
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function decodeAs(encoding: string, body: Uint8Array): string {
  const text = new TextDecoder(encoding).decode(body);
  if (encoding !== 'windows-1252') return text;
  return text.replace(/[\u0080-\u009f]/g, (character) => windows1252[character.charCodeAt(0) - 0x80] ?? character);
}

function byteOrderMark(body: Uint8Array): string | null {
  const [a, b, c] = body;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  return null;
}

function charsetOf(contentType: string | null): string | null {
  return /charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType ?? '')?.[1] ?? null;
}

function declaredInPage(body: Uint8Array): string | null {
  // The standard looks at 1024 bytes; pages with long comments before the head are met by looking a little further.
  const start = latin1(body.subarray(0, 4096)).replace(/<!--[\s\S]*?-->/g, '');
  const xml = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)["']/i.exec(start)?.[1];
  const meta = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([^\s"'>;/]+)/i.exec(start)?.[1];
  const label = meta ?? xml ?? null;
  // A page whose ASCII could be read like this is not in UTF-16, whatever it says.
  return label && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

function usableLabel(label: string | null): string | null {
  if (!label) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
