import type { Locator } from '@cairn/contracts/locator';
import type { Node } from '@tiptap/pm/model';
import type { EditorState } from '@tiptap/pm/state';

const around = 32;

/** The notes as one text, and where each block's text stands in it and in the document. */
interface TextMap {
  text: string;
  blocks: { at: number; position: number; length: number }[];
}

function textMapOf(doc: Node): TextMap {
  const blocks: TextMap['blocks'] = [];
  const parts: string[] = [];
  let at = 0;
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true;
    // An inline node is one position long, and so is what stands for it here.
    const text = node.textBetween(0, node.content.size, undefined, '\ufffc');
    blocks.push({ at, position: position + 1, length: text.length });
    parts.push(text, '\n');
    at += text.length + 1;
    return false;
  });
  return { text: parts.join(''), blocks };
}

function positionIn(map: TextMap, offset: number): number | null {
  let low = 0;
  let high = map.blocks.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((map.blocks[middle]?.at ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const block = map.blocks[low];
  return block ? block.position + Math.min(offset - block.at, block.length) : null;
}

/** Where the passages stand now, as positions in the notes; null for those that are gone. */
export function placePassages(doc: Node, locators: readonly (Locator | null)[]): (number | null)[] {
  if (!locators.some(Boolean)) return locators.map(() => null);
  const map = textMapOf(doc);
  return locators.map((locator) => {
    if (!locator) return null;
    const { quote, prefix, suffix } = locator;
    const whole = map.text.indexOf(prefix + quote + suffix);
    const offset = whole === -1 ? map.text.indexOf(quote) : whole + prefix.length;
    return offset === -1 ? null : positionIn(map, offset);
  });
}

/** The place of what is selected; without a selection, of the caret's sentence or line. `null` where there is no text. */
export async function locatorOfSelection({ doc, selection }: EditorState): Promise<Locator | null> {
  const { $from, $to, empty } = selection;
  if (!$from.parent.isTextblock) return null;
  const from = empty ? $from.start() : selection.from;
  const to = empty ? $from.end() : selection.to;
  const quote = doc.textBetween(from, to, '\n', '\ufffc').slice(0, empty ? 200 : 4000);
  if (quote.trim() === '') return null;
  const block = $from.parent.textBetween(0, $from.parent.content.size, undefined, '\ufffc');
  const lastBlock = empty ? $from : $to;
  const end = Math.min(from + quote.length, to);
  return {
    quote,
    prefix: doc.textBetween(Math.max($from.start(), from - around), from, undefined, '\ufffc'),
    suffix: doc.textBetween(
      Math.min(end, lastBlock.end()),
      Math.min(lastBlock.end(), end + around),
      undefined,
      '\ufffc',
    ),
    chunkHash: await sha256(block),
  };
}

async function sha256(text: string): Promise<string> {
  // Only on pages of a secure origin; a hash of nothing still is a well-formed one.
  if (!crypto.subtle) return '0'.repeat(64);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
