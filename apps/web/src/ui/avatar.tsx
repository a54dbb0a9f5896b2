import { clsx } from 'clsx';
import { UserRound } from 'lucide-react';
import { useState } from 'react';

export interface AvatarProps {
  /** Whose it is; "" where the name stands beside it anyway. */
  name: string;
  src?: string | undefined;
  size?: 24 | 32 | 40 | 64 | 96 | undefined;
  /** Read by screen readers. Without it the avatar is decoration. */
  alt?: string | undefined;
  className?: string | undefined;
}

const sizes = {
  24: 'size-6 text-12',
  32: 'size-8 text-13',
  40: 'size-10 text-14',
  64: 'size-16 text-22',
  96: 'size-24 text-36',
};

/** First letters of the first and the last word, in any script; flags and joined emoji stay whole. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const first = (word: string | undefined) => (word ? ([...segmenter.segment(word)][0]?.segment ?? '') : '');
  return `${first(words[0])}${words.length > 1 ? first(words.at(-1)) : ''}`.toLocaleUpperCase();
}

export function Avatar({ name, src, size = 32, alt, className }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  const shown = src && src !== failed ? src : undefined;
  const letters = initials(name);
  const content = shown ? (
    <img src={shown} alt="" onError={() => setFailed(shown)} className="size-full object-cover" />
  ) : (
    letters || <UserRound aria-hidden className="size-3/5" />
  );
  const look = clsx(
    'inline-grid shrink-0 place-items-center overflow-hidden rounded-full border border-line bg-accent-soft font-medium text-accent select-none',
    sizes[size],
    className,
  );
  return alt ? (
    <span role="img" aria-label={alt} className={look}>
      {content}
    </span>
  ) : (
    <span aria-hidden className={look}>
      {content}
    </span>
  );
}
