import type { LandingVariant } from './landing-page.tsx';

export type PictureName = 'reader' | 'answer';
export type PictureTheme = 'light' | 'dark';

interface Shape {
  width: number;
  height: number;
  /** Widths of its AVIF files. */
  widths: readonly number[];
  /** The one WebP file, for browsers that know no AVIF. */
  webpWidth: number;
  /** How wide the page shows it. */
  sizes: string;
}

const phone: Shape = {
  width: 400,
  height: 640,
  widths: [400, 680, 1000],
  webpWidth: 680,
  sizes: '(min-width: 640px) min(100vw - 3rem, 24rem), min(100vw - 2rem, 24rem)',
};

/** What `tools/product-pictures.mjs` makes. */
const shapes: Record<PictureName, Record<LandingVariant, Shape>> = {
  reader: {
    desktop: {
      width: 1104,
      height: 690,
      widths: [720, 1104, 1656, 2208],
      webpWidth: 1104,
      sizes: '(min-width: 1152px) 1104px, (min-width: 640px) calc(100vw - 3rem), calc(100vw - 2rem)',
    },
    mobile: phone,
  },
  answer: {
    desktop: {
      width: 640,
      height: 480,
      widths: [640, 1280],
      webpWidth: 1280,
      sizes:
        '(min-width: 1152px) 620px, (min-width: 1024px) 57vw, (min-width: 640px) calc(100vw - 3rem), calc(100vw - 2rem)',
    },
    mobile: phone,
  },
};

export function findPicture(name: PictureName, variant: LandingVariant) {
  const { width, height, widths, webpWidth, sizes } = shapes[name][variant];
  const file = (theme: PictureTheme, size: number, type: string) =>
    `/pictures/${name}-${variant}-${theme}-${size}.${type}`;
  return {
    width,
    height,
    sizes,
    avif: (theme: PictureTheme) => widths.map((size) => `${file(theme, size, 'avif')} ${size}w`).join(', '),
    webp: (theme: PictureTheme) => file(theme, webpWidth, 'webp'),
  };
}
