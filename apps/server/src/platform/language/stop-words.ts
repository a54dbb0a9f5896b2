import { stopwords as danish } from '@orama/stopwords/danish';
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as english } from '@orama/stopwords/english';
import { stopwords as finnish } from '@orama/stopwords/finnish';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as hungarian } from '@orama/stopwords/hungarian';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as norwegian } from '@orama/stopwords/norwegian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as romanian } from '@orama/stopwords/romanian';
import { stopwords as russian } from '@orama/stopwords/russian';
import { stopwords as spanish } from '@orama/stopwords/spanish';
import { stopwords as swedish } from '@orama/stopwords/swedish';
import { stopwords as turkish } from '@orama/stopwords/turkish';

const words = (list: readonly string[]): ReadonlySet<string> => new Set(list.map((word) => word.toLowerCase()));

/** Words that carry no meaning of their own, by primary language subtag. */
export const stopWords: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['da', words(danish)],
  ['nl', words(dutch)],
  ['en', words(english)],
  ['fi', words(finnish)],
  ['fr', words(french)],
  ['de', words(german)],
  ['hu', words(hungarian)],
  ['it', words(italian)],
  ['no', words(norwegian)],
  ['pt', words(portuguese)],
  ['ro', words(romanian)],
  ['ru', words(russian)],
  ['es', words(spanish)],
  ['sv', words(swedish)],
  ['tr', words(turkish)],
]);
