/**
 * One very long page, the same every time: paragraphs of Darwin's "On the Origin of Species" in ever new orders, each with its
 * number, so that every paragraph is unique and can be searched for ("paragraph 731").
 */
export function longArticleHtml(minimumTextLength = 320_000): string {
  const chapters: string[] = [];
  let length = 0;
  let number = 0;
  const next = sequence(1859);
  for (let chapter = 1; length < minimumTextLength; chapter += 1) {
    const parts = [`<h2>Chapter ${chapter}</h2>`];
    for (let index = 0; index < 12; index += 1) {
      number += 1;
      const text = paragraphs[next(paragraphs.length)] ?? '';
      parts.push(`<p>${text} This is paragraph ${number}.</p>`);
      length += text.length;
    }
    chapters.push(parts.join('\n'));
  }
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>On the Origin of Species</title>
<meta name="author" content="Charles Darwin">
<meta property="article:published_time" content="1859-11-24">
</head>
<body>
<nav><a href="/">Library</a></nav>
<article>
<h1>On the Origin of Species</h1>
${chapters.join('\n')}
</article>
</body>
</html>`;
}

// A linear congruential generator: the order looks arbitrary and never changes.
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const paragraphs = [
  'When on board H.M.S. Beagle, as naturalist, I was much struck with certain facts in the distribution of the inhabitants of South America, and in the geological relations of the present to the past inhabitants of that continent.',
  'These facts seemed to me to throw some light on the origin of species, that mystery of mysteries, as it has been called by one of our greatest philosophers.',
  'As many more individuals of each species are born than can possibly survive; and as, consequently, there is a frequently recurring struggle for existence, it follows that any being, if it vary however slightly in any manner profitable to itself, under the complex and sometimes varying conditions of life, will have a better chance of surviving, and thus be naturally selected.',
  'Nothing is easier than to admit in words the truth of the universal struggle for life, or more difficult, at least I have found it so, than constantly to bear this conclusion in mind.',
  'We behold the face of nature bright with gladness, we often see superabundance of food; we do not see, or we forget, that the birds which are idly singing round us mostly live on insects or seeds, and are thus constantly destroying life.',
  'It may be said that natural selection is daily and hourly scrutinising, throughout the world, every variation, even the slightest; rejecting that which is bad, preserving and adding up all that is good; silently and insensibly working, whenever and wherever opportunity offers, at the improvement of each organic being.',
  'The affinities of all the beings of the same class have sometimes been represented by a great tree. I believe this simile largely speaks the truth.',
  'The green and budding twigs may represent existing species; and those produced during each former year may represent the long succession of extinct species.',
  'It is interesting to contemplate an entangled bank, clothed with many plants of many kinds, with birds singing on the bushes, with various insects flitting about, and with worms crawling through the damp earth, and to reflect that these elaborately constructed forms have all been produced by laws acting around us.',
  'There is grandeur in this view of life, with its several powers, having been originally breathed into a few forms or into one; and that, whilst this planet has gone cycling on according to the fixed law of gravity, from so simple a beginning endless forms most beautiful and most wonderful have been, and are being, evolved.',
];
