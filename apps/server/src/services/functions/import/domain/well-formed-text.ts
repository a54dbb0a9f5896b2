const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Text as PostgreSQL stores it: without NUL and without halves of surrogate pairs (pages contain both). */
export function wellFormedText(text: string): string {
  return text.replaceAll('\0', '').replace(loneSurrogate, '\uFFFD');
}
