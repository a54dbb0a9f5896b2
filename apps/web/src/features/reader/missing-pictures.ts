/**
 * A picture that does not come leaves a quiet frame that says what it shows, with the way to it where it has one. The words are drawn by the
 * style sheet: words in the page would be part of the article's text, which passages and highlights are found in.
 */
export function watchPictures(root: HTMLElement): () => void {
  const missing = new Map<Element, HTMLImageElement>();
  const standIn = (image: HTMLImageElement) => {
    if (!image.isConnected) return;
    const frame = frameFor(image);
    missing.set(frame, image);
    image.replaceWith(frame);
  };
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) standIn(target);
  };
  // What could not be fetched without a network may come now.
  const lookAgain = () => {
    for (const [frame, image] of missing) {
      frame.replaceWith(image);
      const { src } = image;
      image.src = '';
      image.src = src;
    }
    missing.clear();
  };
  for (const image of root.querySelectorAll('img')) {
    if (image.complete && image.naturalWidth === 0) standIn(image);
  }
  // It does not bubble.
  root.addEventListener('error', onError, true);
  window.addEventListener('online', lookAgain);
  return () => {
    root.removeEventListener('error', onError, true);
    window.removeEventListener('online', lookAgain);
  };
}

/** Smaller ones are signs in a line, or count visitors. */
const smallestFrame = 48;

function frameFor(image: HTMLImageElement): HTMLElement {
  const page = image.ownerDocument;
  const alt = image.alt.trim();
  const frame = page.createElement('span');
  frame.dataset.missingPicture = '';
  const words = page.createElement('span');
  frame.append(words);
  const small = [image.getAttribute('width'), image.getAttribute('height')].some(
    (size) => size !== null && Number.parseInt(size, 10) < smallestFrame,
  );
  if (small) frame.dataset.small = '';
  if (small && !alt) return frame;
  words.dataset.words = alt || 'This picture could not be loaded';
  words.setAttribute('role', 'img');
  words.setAttribute('aria-label', alt ? `Picture that could not be loaded: ${alt}` : words.dataset.words);
  if (!small && /^https?:/.test(image.src) && !image.closest('a')) frame.append(linkTo(image));
  return frame;
}

function linkTo(image: HTMLImageElement): HTMLElement {
  const link = image.ownerDocument.createElement('a');
  link.href = image.src;
  link.target = '_blank';
  link.rel = 'noopener noreferrer nofollow';
  link.dataset.words = 'Open original';
  link.setAttribute('aria-label', 'Open original picture');
  return link;
}
