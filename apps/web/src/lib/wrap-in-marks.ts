/** For browsers without the Custom Highlight API: `<mark>` around each text node's part. */
export function wrapInMarks(range: Range, className: string): () => void {
  const parts = textParts(range);
  const marks = parts.map(({ node, start, end }) => {
    if (end < node.length) node.splitText(end);
    const inside = start > 0 ? node.splitText(start) : node;
    const mark = inside.ownerDocument.createElement('mark');
    mark.className = className;
    inside.replaceWith(mark);
    mark.append(inside);
    return mark;
  });
  return () => {
    for (const mark of marks) {
      const parent = mark.parentNode;
      mark.replaceWith(...mark.childNodes);
      parent?.normalize();
    }
  };
}

function textParts(range: Range): { node: Text; start: number; end: number }[] {
  const top = range.commonAncestorContainer;
  if (top instanceof Text) return [{ node: top, start: range.startOffset, end: range.endOffset }];
  const walker = top.ownerDocument?.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  const parts: { node: Text; start: number; end: number }[] = [];
  for (let node = walker?.nextNode(); node; node = walker?.nextNode()) {
    if (!(node instanceof Text) || !range.intersectsNode(node)) continue;
    const start = node === range.startContainer ? range.startOffset : 0;
    const end = node === range.endContainer ? range.endOffset : node.length;
    if (end > start) parts.push({ node, start, end });
  }
  return parts;
}
