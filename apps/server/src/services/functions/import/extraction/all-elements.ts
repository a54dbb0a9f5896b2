/** Every element below `root` in document order, as an array: live collections cost a lookup by name for every step. */
export function allElements(root: Node): Element[] {
  const found: Element[] = [];
  let node: Node | null = root.firstChild;
  while (node) {
    if (node.nodeType === 1) found.push(node as Element);
    if (node.firstChild) {
      node = node.firstChild;
      continue;
    }
    while (node && node !== root && !node.nextSibling) node = node.parentNode;
    node = node && node !== root ? node.nextSibling : null;
  }
  return found;
}
