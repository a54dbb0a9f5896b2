import { pictures } from './landing-content.ts';
import type { LandingVariant } from './landing-page.tsx';
import { findPicture, type PictureName } from './landing-pictures.ts';

const darkSystem = '(prefers-color-scheme: dark)';

interface ProductPictureProps {
  name: PictureName;
  variant: LandingVariant;
  /** Seen at once: fetched at once. */
  first?: boolean;
}

export function ProductPicture({ name, variant, first = false }: ProductPictureProps) {
  const { width, height, sizes, avif, webp } = findPicture(name, variant);
  return (
    <picture>
      <source data-dark="" media={darkSystem} type="image/avif" srcSet={avif('dark')} sizes={sizes} />
      <source data-dark="" media={darkSystem} type="image/webp" srcSet={webp('dark')} />
      <source type="image/avif" srcSet={avif('light')} sizes={sizes} />
      <img
        src={webp('light')}
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

/** For the head of the page: its first picture is the largest thing in view, and is asked for before the style sheet is there. */
export function FirstPicturePreload({ variant }: { variant: LandingVariant }) {
  const { sizes, avif } = findPicture('reader', variant);
  const link = { rel: 'preload', as: 'image', type: 'image/avif', imageSizes: sizes, fetchPriority: 'high' } as const;
  return (
    <>
      <link {...link} media={`not all and ${darkSystem}`} imageSrcSet={avif('light')} />
      <link {...link} media={darkSystem} imageSrcSet={avif('dark')} />
    </>
  );
}
