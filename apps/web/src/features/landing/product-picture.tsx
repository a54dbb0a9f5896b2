import { pictures } from './landing-content.ts';
import type { LandingVariant } from './landing-page.tsx';

type PictureName = keyof typeof pictures;

interface Shape {
  widths: readonly number[];
  width: number;
  height: number;
  sizes: string;
}

const phone = { widths: [400, 800], width: 400, height: 640, sizes: 'min(100vw, 24rem)' };

/** What `tools/product-pictures.mjs` makes: the shape of each picture and the widths of its files. */
const shapes: Record<PictureName, Record<LandingVariant, Shape>> = {
  reader: {
    desktop: { widths: [800, 1440], width: 1440, height: 900, sizes: '(min-width: 1152px) 1104px, 100vw' },
    mobile: phone,
  },
  answer: {
    desktop: { widths: [720, 1440], width: 720, height: 540, sizes: '(min-width: 1024px) 620px, 100vw' },
    mobile: phone,
  },
};

interface ProductPictureProps {
  name: PictureName;
  variant: LandingVariant;
  /** Seen at once: fetched at once. */
  first?: boolean;
}

export function ProductPicture({ name, variant, first = false }: ProductPictureProps) {
  const { widths, width, height, sizes } = shapes[name][variant];
  const file = (theme: string, size: number) => `/pictures/${name}-${variant}-${theme}-${size}.webp`;
  const set = (theme: string) => widths.map((size) => `${file(theme, size)} ${size}w`).join(', ');
  return (
    <picture>
      <source data-dark="" media="(prefers-color-scheme: dark)" type="image/webp" srcSet={set('dark')} sizes={sizes} />
      <img
        src={file('light', width)}
        srcSet={set('light')}
        sizes={sizes}
        width={width}
        height={height}
        alt={pictures[name]}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        className="h-auto w-full rounded-16 border border-line bg-surface shadow-float"
      />
    </picture>
  );
}
