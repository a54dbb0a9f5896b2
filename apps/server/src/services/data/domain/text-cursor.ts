import { queryError } from './data-error.ts';

/** Letters and digits of any script, `_`, `$`, space; a dash unless it begins `->`. */
const bareName = /[\p{L}\p{N}_$ ](?:[\p{L}\p{N}_$ ]|-(?!>))*/uy;

/** Reads one parameter from left to right; every failure says where, in PostgREST's words. */
export class TextCursor {
  readonly text: string;
  readonly what: string;
  position = 0;

  constructor(text: string, what: string) {
    this.text = text;
    this.what = what;
  }

  get done(): boolean {
    return this.position >= this.text.length;
  }

  peek(token: string): boolean {
    return this.text.startsWith(token, this.position);
  }

  take(token: string): boolean {
    if (!this.peek(token)) return false;
    this.position += token.length;
    return true;
  }

  expect(token: string): void {
    if (!this.take(token)) this.fail(`"${token}"`);
  }

  skipSpace(): void {
    while (this.text[this.position] === ' ' || this.text[this.position] === '\t') this.position += 1;
  }

  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text);
    if (found === null) return null;
    this.position += found[0].length;
    return found[0];
  }

  /** A field, relation or alias name, bare or in double quotes. */
  name(): string {
    this.skipSpace();
    if (this.peek('"')) return this.quoted();
    const name = this.match(bareName)?.trim();
    if (!name) this.fail('field name (* or [a..z0..9_$])');
    return name;
  }

  /** `"…"` with `\` escaping the next character. */
  quoted(): string {
    this.expect('"');
    let value = '';
    for (;;) {
      const character = this.text[this.position];
      if (character === undefined) this.fail('"\\""');
      this.position += 1;
      if (character === '"') return value;
      if (character === '\\') {
        const escaped = this.text[this.position];
        if (escaped === undefined) this.fail('a character after "\\"');
        value += escaped;
        this.position += 1;
      } else value += character;
    }
  }

  /** Runs `read`; puts the cursor back when it gives null. */
  attempt<T>(read: () => T | null): T | null {
    const start = this.position;
    const result = read();
    if (result === null) this.position = start;
    return result;
  }

  fail(expecting: string): never {
    const next = this.text[this.position];
    const unexpected = next === undefined ? 'end of input' : JSON.stringify(next);
    throw queryError(
      `"failed to parse ${this.what} (${this.text})" (line 1, column ${this.position + 1})`,
      `unexpected ${unexpected} expecting ${expecting}`,
    );
  }
}
