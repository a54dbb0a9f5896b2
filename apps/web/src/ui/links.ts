/** A link inside text. */
export const textLinkClass = 'text-accent underline underline-offset-3 hover:text-accent-hover';

/** A card that is a list's row. */
export const cardClass = 'rounded-16 border border-line bg-surface p-4 sm:p-5';
