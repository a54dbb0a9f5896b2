import { describe, expect, it } from 'vitest';
import { articleLanguage, languageTag, textDirection } from './language.ts';

const german = `Wie froh bin ich, daß ich weg bin! Bester Freund, was ist das Herz des Menschen! Dich zu verlassen, den ich so liebe,
von dem ich unzertrennlich war, und froh zu sein! Ich weiß, du verzeihst mir’s. Waren nicht meine übrigen Verbindungen recht
ausgesucht vom Schicksal, um ein Herz wie das meine zu ängstigen? Die arme Leonore! Und doch war ich unschuldig. Konnt’ ich dafür,
daß, während die eigensinnigen Reize ihrer Schwester mir eine angenehme Unterhaltung verschafften, daß eine Leidenschaft in dem
armen Herzen sich bildete? Und doch – bin ich ganz unschuldig? Hab’ ich nicht ihre Empfindungen genährt?`;
const english =
  'It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want of a wife. '.repeat(
    8,
  );
const mixed = `${english}const total = rows.reduce((sum, row) => sum + row.value, 0); `.repeat(3);

describe('languageTag', () => {
  it.each([
    ['en', 'en'],
    ['EN_us', 'en-US'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['de_DE.UTF-8', 'de-DE'],
    ['deu', 'de'],
    ['fr, en', 'fr'],
  ])('%s → %s', (raw, tag) => {
    expect(languageTag(raw)).toBe(tag);
  });
  it.each([null, undefined, '', 'und', 'x', 'english language', '<script>', 'mul'])('%s is none', (raw) => {
    expect(languageTag(raw)).toBeNull();
  });
});

describe('articleLanguage', () => {
  it.each([
    ['as declared', 'en-GB', english, 'en-GB'],
    ['as detected when nothing is declared', null, german, 'de'],
    ['as detected when the declaration is nonsense', 'german!', german, 'de'],
    ['as detected when the text contradicts', 'en', german, 'de'],
    ['as detected when the script contradicts', 'en', '吾輩は猫である。名前はまだ無い。'.repeat(60), 'ja'],
    ['as declared in spite of code', 'en', mixed, 'en'],
    ['as declared when the text is short', 'la', 'Gallia est omnis divisa in partes tres.', 'la'],
    ['unknown when there is too little', null, 'Hm.', null],
  ])('%s', (_what, declared, text, language) => {
    expect(articleLanguage(declared, text)).toBe(language);
  });
});

describe('textDirection', () => {
  it('follows most of the letters', () => {
    expect(textDirection('اعلم أن فن التاريخ (history) 1377')).toBe('rtl');
    expect(textDirection('בראשית ברא')).toBe('rtl');
    expect(textDirection('The word تاريخ means history')).toBe('ltr');
    expect(textDirection('123 …')).toBe('ltr');
  });
});
