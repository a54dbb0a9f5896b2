import { describe, expect, it } from 'vitest';
import { createExtractiveProvider } from './extractive-provider.ts';
import type { AnswerSentence, Passage } from './llm.ts';

const provider = createExtractiveProvider();
const passage = (text: string, title = 'A text', chunkId = '1'): Passage => ({ chunkId, text, title });

async function ask(
  question: string,
  passages: Passage[],
  signal = new AbortController().signal,
): Promise<AnswerSentence[]> {
  const sentences: AnswerSentence[] = [];
  for await (const sentence of provider.answer({ question, passages, signal })) sentences.push(sentence);
  return sentences;
}
const texts = async (question: string, ...passages: Passage[]): Promise<string[]> =>
  (await ask(question, passages)).map((sentence) => sentence.text);

const tower = passage(
  'The old tower of Marlow was built by Dr. Edith Crane in 1841. It is 42 metres tall, because ships must see it from afar. The town has a harbour. Visitors like the harbour.',
  'Marlow Tower',
);

describe('the extractive provider', () => {
  it('says nothing without passages, without words, and when one common word is all that fits', async () => {
    expect(await texts('Who built the tower?')).toEqual([]);
    expect(await texts('???', tower)).toEqual([]);
    expect(await texts('What is the and of?', tower)).toEqual([]);
    expect(await texts('Which ships sank in the harbour of Lisbon during the earthquake?', tower)).toEqual([]);
  });

  it('does not answer about somebody else, nor what the text leaves open', async () => {
    expect(await texts('When was the tower of Dover built?', tower)).toEqual([]);
    expect(await texts('How much did the tower of Marlow cost?', tower)).toEqual([]);
    expect(await texts('Who painted the tower of Marlow?', tower)).toEqual([]);
  });

  it('quotes the sentence that answers, word for word, with an abbreviation inside', async () => {
    const [sentence] = await ask('Who built the tower of Marlow?', [tower]);
    expect(sentence?.text).toBe('The old tower of Marlow was built by Dr. Edith Crane in 1841.');
    expect(sentence?.citations).toEqual([{ chunkId: '1', quote: sentence?.text }]);
  });

  it('knows what sort of answer is wanted', async () => {
    expect((await texts('How tall is the tower?', tower))[0]).toContain('42 metres');
    expect((await texts('When was the tower built?', tower))[0]).toContain('1841');
    expect((await texts('Why is the tower so tall?', tower))[0]).toContain('because ships');
  });

  it('finds inflected and irregular forms', async () => {
    const text = passage('Ada wrote the first program in her notes.', 'Ada');
    expect(await texts('Who writes programs?', text)).toEqual([text.text]);
  });

  it('keeps a quote across a line break exact, and shows it on one line', async () => {
    const [sentence] = await ask('Where do puffins nest?', [
      passage('Puffins nest in burrows\non the cliffs of Skomer. They eat fish.'),
    ]);
    expect(sentence?.text).toBe('Puffins nest in burrows on the cliffs of Skomer.');
    expect(sentence?.citations[0]?.quote).toBe('Puffins nest in burrows\non the cliffs of Skomer.');
  });

  it('does not say the same twice', async () => {
    const sentences = await texts(
      'What do puffins eat?',
      passage('Puffins eat small fish.', 'Puffins', '1'),
      passage('Puffins eat small fish, too.', 'Birds', '2'),
    );
    expect(sentences).toHaveLength(1);
  });

  it('reads other languages', async () => {
    const german = passage('Der Leuchtturm wurde 1844 gebaut. Er steht auf einem Felsen vor der Küste.', 'Leuchtturm');
    expect((await texts('Wann hat man den Leuchtturm gebaut?', german))[0]).toContain('1844');
    const japanese = passage('富士山は日本で一番高い山です。高さは三千七百七十六メートルです。', '富士山');
    expect((await texts('日本で一番高い山は何ですか。', japanese))[0]).toContain('富士山');
  });

  it('reads questions in scripts without a list of small words of their own', async () => {
    const cat = passage('吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。', '吾輩は猫である');
    expect(await texts('猫の名前は何ですか。', cat)).toEqual(['名前はまだ無い。']);
    const history = passage('وأما الاجتماع الإنساني فهو ضروري، وهو معنى العمران.', 'المقدمة');
    expect(await texts('ما معنى العمران؟', history)).toHaveLength(1);
    const art = passage('Ich bin so versunken in dem Gefühle, daß meine Kunst darunter leidet.', 'Werther');
    expect(await texts('Worunter leidet seine Kunst?', art)).toHaveLength(1);
  });

  it('does not take the mere naming of somebody, or somebody of nearly the same name, for an answer', async () => {
    const house = passage('Mr. Bennet made no answer. “You want to tell me,” he said to his wife.', 'Netherfield');
    expect(await texts('What does Mrs. Bennet want?', house)).toEqual([]);
    expect(await texts('Wer ist Leonore?', passage('Die arme Leonore! Ich war unschuldig.', 'Werther'))).toEqual([]);
  });

  it('takes a number in words for a measure only where the measure is spoken of', async () => {
    const truth = passage('The well was dug by some one or other of their daughters.', 'A village');
    expect(await texts('How deep was the well?', truth)).toEqual([]);
    const deep = passage('The well was thirty fathoms deep and dry.', 'A village');
    expect(await texts('How deep was the well?', deep)).toHaveLength(1);
  });

  it('stops when it is told to', async () => {
    const stopped = new AbortController();
    stopped.abort();
    await expect(ask('Who built the tower of Marlow?', [tower], stopped.signal)).rejects.toThrow();
  });

  it('copes with passages that are no prose, in bounded time', async () => {
    const noise = Array.from({ length: 24 }, (_, i) => passage('a1 b2 '.repeat(1000), 'noise', String(i)));
    expect(await texts('Who built the tower of Marlow?', ...noise)).toEqual([]);
    expect(await texts('Who built the tower of Marlow?', passage('x'.repeat(100_000)))).toEqual([]);
  });
});
