import type { Images, ImageType } from './images.ts';

const types: Record<string, ImageType> = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };
/** A picture of few bytes can be of very many pixels. */
const maximumPixels = 40_000_000;
const maximumSeconds = 10;

/** Over libvips. Loaded with the first picture. */
export function createSharpImages(): Images {
  // One picture after the other: decoding takes memory by the pixel, and nobody waits long for one.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(work, work);
    last = mine.catch(() => {});
    return mine;
  };

  return {
    clean: (bytes, { maximumSide }) =>
      inTurn(async () => {
        const { default: sharp } = await import('sharp');
        try {
          const picture = sharp(bytes, { limitInputPixels: maximumPixels, failOn: 'error', animated: false });
          const { format } = await picture.metadata();
          const type = types[format ?? ''];
          if (!type) return null;
          const { data, info } = await picture
            .rotate()
            .resize({ width: maximumSide, height: maximumSide, fit: 'inside', withoutEnlargement: true })
            .toFormat(format as 'jpeg' | 'png' | 'webp')
            .timeout({ seconds: maximumSeconds })
            .toBuffer({ resolveWithObject: true });
          return { bytes: data, type, width: info.width, height: info.height };
        } catch {
          // libvips says no in many words; to the person it is all the same.
          return null;
        }
      }),
  };
}
