import { pictures } from './landing-content.ts';
import type { LandingVariant } from './landing-page.tsx';

type PictureName = keyof typeof pictures;

/** What `tools/product-pictures.mjs` makes: file widths and the shape, per variant. */
const shapes = {
  desktop: { widths: [800, 1440], width: 1440, height: 900, sizes: '(min-width: 1152px) 1104px, 100vw' },
  mobile: { widths: [400, 800], width: 400, height: 640, sizes: 'min(100vw, 24rem)' },
} as const satisfies Record<LandingVariant, unknown>;

interface ProductPictureProps {
  name: PictureName;
  variant: LandingVariant;
  /** Seen at once: fetched at once. */
  first?: boolean;
}

export function ProductPicture({ name, variant, first = false }: ProductPictureProps) {
  const { widths, width, height, sizes } = shapes[variant];
  const file = (theme: string, size: number) => `/pictures/${name}-${variant}-${theme}-${size}.webp`;
  const set = (theme: string) => widths.map((size) => `${file(theme, size)} ${size}w`).join(', ');
  return (
    <picture>
      <source data-dark="" media="(prefers-color-scheme: dark)" type="image/webp" srcSet={set('dark')} sizes={sizes} />
      <img
        src={file('light', widths[0])}
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
