import { InputRule, Node } from '@tiptap/core';

/** A link to an item by its title. Without a target it is a wish: following it makes the note. */
export const WikilinkNode = Node.create({
  name: 'wikilink',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes() {
    const attribute = (name: string) => ({
      default: null,
      parseHTML: (element: HTMLElement) => element.getAttribute(`data-${name}`),
      renderHTML: () => ({}),
    });
    return {
      title: { ...attribute('wikilink'), default: '' },
      targetKind: attribute('target-kind'),
      targetId: attribute('target-id'),
    };
  },
  parseHTML: () => [{ tag: 'a[data-wikilink]', priority: 60 }],
  renderHTML({ node }) {
    const { title, targetKind, targetId } = node.attrs;
    const isKnown = (targetKind === 'note' || targetKind === 'article') && typeof targetId === 'string';
    return [
      'a',
      {
        'data-wikilink': title,
        href: isKnown ? `/${targetKind}/${targetId}` : '#',
        ...(isKnown ? { 'data-target-kind': targetKind, 'data-target-id': targetId } : {}),
        class: isKnown ? 'wikilink' : 'wikilink wikilink-open',
      },
      String(title),
    ];
  },
  renderText: ({ node }) => `[[${node.attrs.title}]]`,
  addInputRules() {
    return [
      new InputRule({
        find: /\[\[([^[\]|\n]{1,500})\]\]$/,
        handler: ({ range, match, chain }) => {
          chain()
            .deleteRange(range)
            .insertContentAt(range.from, { type: 'wikilink', attrs: { title: match[1]?.trim() ?? '' } })
            .run();
        },
      }),
    ];
  },
});
