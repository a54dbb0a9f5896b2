/** The allow-list of article HTML. What is in none of these sets is unwrapped; what is in `dropped` goes with its content. */
export const inlineTags = new Set(
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small strong sub sup time u var wbr span'.split(
    ' ',
  ),
);

/** Blocks that hold text and inline elements only. */
export const phrasingBlocks = new Set('p h2 h3 h4 h5 h6 pre figcaption caption dt'.split(' '));
/** Blocks that hold blocks or, alternatively, text. */
export const flowBlocks = new Set('blockquote li dd figure td th'.split(' '));
export const lists = new Set('ul ol dl'.split(' '));
export const blockTags = new Set([
  ...phrasingBlocks,
  ...flowBlocks,
  ...lists,
  ...'table thead tbody tfoot tr hr'.split(' '),
]);

/** Old or unwelcome names for allowed elements. */
export const renamed: Readonly<Record<string, string>> = {
  h1: 'h2',
  acronym: 'abbr',
  strike: 's',
  tt: 'code',
  listing: 'pre',
  plaintext: 'pre',
  xmp: 'pre',
  dir: 'ul',
  menu: 'ul',
};

/** Elements whose content is not text of the article, or is read differently by different parsers. */
export const dropped = new Set(
  'script style noscript noembed noframes template iframe frame frameset object embed applet svg math audio video canvas head title meta link base map area input button select option optgroup textarea datalist output progress meter dialog portal slot'.split(
    ' ',
  ),
);

/** Everything that may pass the first sieve: the allow-list and the containers whose content is kept. */
export const sieveTags = [
  ...inlineTags,
  ...blockTags,
  ...Object.keys(renamed).filter((name) => !['plaintext', 'xmp', 'listing'].includes(name)),
  ...'div section article main header footer aside nav details summary center address hgroup font big data form fieldset legend label picture rb rtc blink marquee col colgroup'.split(
    ' ',
  ),
];

export const sieveAttributes =
  'href src alt width height title dir lang id name colspan rowspan scope start reversed value datetime class'.split(
    ' ',
  );
