const lazyAttributes = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-lazy',
  'data-hi-res-src',
  'data-full-src',
  'data-actualsrc',
];
const lazySets = ['data-srcset', 'data-lazy-srcset', 'srcset'];

/**
 * Gives every image an address: pages load theirs late (a placeholder in `src`, the address elsewhere) or offer several.
 * What is chosen here is checked with everything else afterwards.
 */
export function prepareImages(document: Document): void {
  for (const image of [...document.getElementsByTagName('img')]) {
    const current = image.getAttribute('src') ?? '';
    if (current && !isPlaceholder(current)) continue;
    const address =
      firstAttribute(image, lazyAttributes) ?? largestCandidate(firstAttribute(image, lazySets)) ?? fromPicture(image);
    if (address) image.setAttribute('src', address);
    else image.removeAttribute('src');
  }
}

function isPlaceholder(address: string): boolean {
  return (
    /^(?:data|blob|about):/i.test(address) ||
    /(?:^|\/)(?:blank|spacer|placeholder|transparent|pixel|1x1)[\w-]*\.(?:gif|png|svg)/i.test(address)
  );
}

function firstAttribute(element: Element, names: readonly string[]): string | null {
  for (const name of names) {
    const value = element.getAttribute(name)?.trim();
    if (value && !/^(?:data|javascript):/i.test(value)) return value;
  }
  return null;
}

function fromPicture(image: Element): string | null {
  const picture = image.parentElement;
  if (picture?.localName !== 'picture') return null;
  for (const source of picture.getElementsByTagName('source')) {
    const candidate = largestCandidate(firstAttribute(source, lazySets));
    if (candidate) return candidate;
  }
  return null;
}

/** The candidate of a `srcset` with the greatest width or density. */
function largestCandidate(set: string | null): string | null {
  let best: { address: string; size: number } | null = null;
  for (const part of (set ?? '').slice(0, 20_000).split(/,\s+/)) {
    const [address, descriptor = '1x'] = part.trim().split(/\s+/);
    const size = Number.parseFloat(descriptor);
    if (address && !Number.isNaN(size) && (best === null || size > best.size)) best = { address, size };
  }
  return best?.address ?? null;
}
