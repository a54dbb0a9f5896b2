import type { Node } from '@tiptap/pm/model';

const counted = new WeakMap<Node, number>();
const words =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}'’-])+/gu;

/** As the server counts. Blocks that did not change are not counted again: nodes are never changed, only replaced. */
export function countWords(doc: Node): number {
  let sum = 0;
  doc.forEach((block) => {
    let count = counted.get(block);
    if (count === undefined) {
      count = 0;
      for (const [word] of block.textBetween(0, block.content.size, '\n', ' ').matchAll(words)) {
        if (/[\p{L}\p{N}]/u.test(word)) count += 1;
      }
      counted.set(block, count);
    }
    sum += count;
  });
  return sum;
}
