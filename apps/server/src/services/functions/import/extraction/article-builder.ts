import { type AttributeContext, copyAttributes } from './article-attributes.ts';
import { blockTags, dropped, flowBlocks, inlineTags, lists, phrasingBlocks, renamed } from './element-rules.ts';

/** Deeper nesting is flattened: browsers stop at 512 levels, and no text means anything by it. */
const maxDepth = 24;

/**
 * Builds an article anew, element by element, from what the sieve left: a flat sequence of blocks (paragraphs, headings,
 * lists, tables, figures …) without containers. Nothing is copied that is not on the allow-list, so nothing gets in
 * by being overlooked.
 */
export class ArticleBuilder {
  readonly #document: Document;
  readonly #context: AttributeContext;

  constructor(document: Document, context: AttributeContext) {
    this.#document = document;
    this.#context = context;
  }

  build(source: Node): HTMLElement {
    const root = this.#document.createElement('div');
    this.#flow(root, source, 0, true);
    return root;
  }

  /** Blocks go in as they are; runs of text between them become paragraphs (always, or when there are blocks beside them). */
  #flow(target: Element, source: Node, depth: number, wrapAlways: boolean): void {
    const wrap = wrapAlways || hasBlock(source);
    let run: Element | null = null;
    const close = () => {
      if (run && wrap && isEmpty(run)) run.remove();
      run = null;
    };
    const inlineTarget = () => {
      if (!wrap) return target;
      run ??= target.appendChild(this.#document.createElement('p'));
      return run;
    };
    for (const child of [...source.childNodes]) {
      if (isText(child)) {
        if (run || !wrap || child.data.trim()) inlineTarget().append(child.data);
        continue;
      }
      if (!isElement(child)) continue;
      const name = nameOf(child);
      if (dropped.has(name)) continue;
      if (inlineTags.has(name) && !hasBlock(child)) {
        if (name !== 'br' || run || !wrap) this.#inline(inlineTarget(), child, depth, false);
        continue;
      }
      const isBlock = blockTags.has(name) && depth < maxDepth;
      if (!isBlock && !hasBlock(child) && !isContainer(name)) {
        this.#inlineChildren(inlineTarget(), child, depth, false);
        continue;
      }
      close();
      if (isBlock) this.#block(target, child, name, depth + 1);
      else this.#flow(target, child, depth, true);
    }
    close();
  }

  #block(target: Element, source: Element, name: string, depth: number): void {
    if (name === 'hr') {
      if (target.lastElementChild && target.lastElementChild.localName !== 'hr')
        target.append(this.#document.createElement('hr'));
      return;
    }
    // Parts of a list or table that stand alone are just text.
    if (['li', 'dd', 'dt', 'td', 'th', 'tr', 'thead', 'tbody', 'tfoot', 'caption', 'figcaption'].includes(name)) {
      this.#flow(target, source, depth, true);
      return;
    }
    const block = this.#create(source, name);
    if (name === 'table') this.#table(block, source, depth);
    else if (lists.has(name)) this.#list(block, source, depth);
    else if (name === 'figure') this.#figure(block, source, depth);
    else if (phrasingBlocks.has(name)) this.#phrasing(block, source, depth);
    else if (flowBlocks.has(name)) this.#flow(block, source, depth, true);
    if (!isEmpty(block)) target.append(block);
  }

  #phrasing(block: Element, source: Element, depth: number): void {
    this.#inlineChildren(block, source, depth, false);
    for (let last = block.lastChild; last?.nodeName === 'BR'; last = block.lastChild) last.remove();
  }

  #figure(figure: Element, source: Element, depth: number): void {
    const captions = [...source.getElementsByTagName('figcaption')];
    for (const caption of captions) caption.remove();
    this.#flow(figure, source, depth, false);
    const first = captions[0];
    if (!first) return;
    const caption = this.#create(first, 'figcaption');
    this.#phrasing(caption, first, depth);
    if (!isEmpty(caption)) figure.append(caption);
  }

  #list(list: Element, source: Element, depth: number): void {
    for (const child of [...source.childNodes]) {
      if (isText(child) && !child.data.trim()) continue;
      if (!isText(child) && !isElement(child)) continue;
      const name = isElement(child) ? nameOf(child) : '';
      if (dropped.has(name)) continue;
      const isDefinition = list.localName === 'dl';
      if (isElement(child) && (isDefinition ? name === 'dt' || name === 'dd' : name === 'li')) {
        const entry = this.#create(child, name);
        if (name === 'dt') this.#phrasing(entry, child, depth);
        else this.#flow(entry, child, depth, false);
        if (!isEmpty(entry)) list.append(entry);
      } else if (isElement(child) && isContainer(name) && !blockTags.has(name)) {
        // `<dl><div><dt>…` and lists whose entries sit in wrappers.
        this.#list(list, child, depth);
      } else {
        this.#strayEntry(list, child, depth);
      }
    }
  }

  // A list directly inside a list belongs to the entry before it; text directly inside a list is an entry.
  #strayEntry(list: Element, child: Node, depth: number): void {
    const holder = this.#document.createElement('div');
    holder.append(child.cloneNode(true));
    const isNestedList = isElement(child) && lists.has(nameOf(child));
    const before = isNestedList ? list.lastElementChild : null;
    const entry = before ?? this.#document.createElement(list.localName === 'dl' ? 'dd' : 'li');
    this.#flow(entry, holder, depth, false);
    if (!before && !isEmpty(entry)) list.append(entry);
  }

  #table(table: Element, source: Element, depth: number): void {
    const section = (name: string) => this.#document.createElement(name);
    let body: Element | null = null;
    const rowsInto = (target: Element, from: Element) => {
      for (const row of from.children) if (nameOf(row) === 'tr') this.#row(target, row, depth);
    };
    for (const child of source.children) {
      const name = nameOf(child);
      if (name === 'caption') {
        const caption = section('caption');
        this.#phrasing(caption, child, depth);
        if (!isEmpty(caption)) table.append(caption);
      } else if (name === 'thead' || name === 'tbody' || name === 'tfoot') {
        const part = section(name);
        rowsInto(part, child);
        if (part.firstChild) table.append(part);
      } else if (name === 'tr') {
        body ??= table.appendChild(section('tbody'));
        this.#row(body, child, depth);
      }
    }
  }

  #row(target: Element, source: Element, depth: number): void {
    const row = this.#document.createElement('tr');
    for (const cell of source.children) {
      const name = nameOf(cell);
      if (name !== 'td' && name !== 'th') continue;
      const copy = this.#create(cell, name);
      this.#flow(copy, cell, depth, false);
      row.append(copy);
    }
    if (row.firstChild && !isEmpty(row)) target.append(row);
  }

  #inline(target: Element, source: Element, depth: number, inLink: boolean): void {
    const name = nameOf(source);
    const plain = depth >= maxDepth || (name === 'a' && inLink);
    if (plain && name !== 'br' && name !== 'img') {
      this.#inlineChildren(target, source, depth, inLink);
      return;
    }
    const copy = this.#document.createElement(name);
    if (!copyAttributes(source, copy, this.#context)) return;
    // Spans matter only where they say something about their text.
    if (copy.attributes.length === 0 && (name === 'span' || name === 'a')) {
      this.#inlineChildren(target, source, depth, inLink);
      return;
    }
    if (name !== 'br' && name !== 'img' && name !== 'wbr') {
      this.#inlineChildren(copy, source, depth + 1, inLink || (name === 'a' && copy.hasAttribute('href')));
      if (!copy.firstChild && !copy.id) return;
    }
    target.append(copy);
  }

  #inlineChildren(target: Element, source: Node, depth: number, inLink: boolean): void {
    for (const child of [...source.childNodes]) {
      if (isText(child)) target.append(child.data);
      if (!isElement(child)) continue;
      const name = nameOf(child);
      if (dropped.has(name)) continue;
      if (inlineTags.has(name)) this.#inline(target, child, depth, inLink);
      else {
        this.#inlineChildren(target, child, depth, inLink);
        // Lines of a listing that are elements of their own (`<pre><div>…`).
        if (target.localName === 'pre') target.append('\n');
        else if (child.nextSibling && isContainer(name)) target.append(' ');
      }
    }
  }

  #create(source: Element, name: string): Element {
    const element = this.#document.createElement(name);
    copyAttributes(source, element, this.#context);
    return element;
  }
}

export function nameOf(element: Element): string {
  const name = element.localName.toLowerCase();
  return renamed[name] ?? name;
}

function isContainer(name: string): boolean {
  return !inlineTags.has(name) && !['font', 'big', 'data', 'label', 'blink', 'picture', 'rb', 'rtc'].includes(name);
}

function isText(node: Node): node is Text {
  return node.nodeType === 3;
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

/** Whether anything below is a block or a container of blocks. */
function hasBlock(node: Node): boolean {
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (!isElement(child)) continue;
    const name = nameOf(child);
    if (dropped.has(name)) continue;
    if (blockTags.has(name) || isContainer(name) || hasBlock(child)) return true;
  }
  return false;
}

function isEmpty(element: Element): boolean {
  if (element.textContent?.trim()) return false;
  return element.getElementsByTagName('img').length === 0;
}
