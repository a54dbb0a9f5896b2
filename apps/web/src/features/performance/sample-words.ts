const words =
  'granite rests where the river left it and nobody asks the stone how long the water took to make it round'.split(' ');

/** The same texts in every run and every browser. */
export function sampleSentence(seed: number, length: number): string {
  let state = seed + 1;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return words[Math.floor((state / 2_147_483_648) * words.length)];
  }).join(' ');
}
