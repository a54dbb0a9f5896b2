import { expect, it } from 'vitest';
import { parse } from './reading-settings.ts';

const usual = { size: 1, width: 'medium', face: 'serif', panel: true };

it('takes the usual values for whatever is missing, damaged or of another version', () => {
  for (const stored of [null, '', '{', '[]', '{"size":99,"width":"huge","face":7,"panel":"no"}']) {
    expect(parse(stored)).toEqual(usual);
  }
  expect(parse('{"size":3,"width":"huge"}')).toEqual({ ...usual, size: 3 });
  expect(parse('{"size":0,"width":"wide","face":"sans","panel":false}')).toEqual({
    size: 0,
    width: 'wide',
    face: 'sans',
    panel: false,
  });
});
