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
  return !utf16 && start.includes('\0') ? 'binary' : 'text';
}

/** Decodes a page: byte order mark, then the header's charset, then the page's own declaration, then UTF-8 if it is, else windows-1252. */
export function decodePage(body: Uint8Array, contentType: string | null): string {
  const mark = byteOrderMark(body);
  if (mark) return new TextDecoder(mark).decode(body);
  const declared = usableLabel(charsetOf(contentType)) ?? usableLabel(declaredInPage(body));
  if (declared) return new TextDecoder(declared).decode(body);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return new TextDecoder('windows-1252').decode(body);
  }
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
