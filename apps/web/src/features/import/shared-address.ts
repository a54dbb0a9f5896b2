const longest = 2048;
/** Apps share a link in whichever part they like; what ends a sentence is not part of it. */
const linkInText = /https?:\/\/[^\s<>"']+?(?=[.,;:!?)\]]*(?:\s|$))/i;

/** The web address among what another app has shared. Nothing else is taken over. */
export function readSharedAddress(shared: URLSearchParams): string | undefined {
  for (const name of ['url', 'text', 'title']) {
    const found = linkInText.exec(shared.get(name) ?? '')?.[0];
    if (found && found.length <= longest && URL.canParse(found)) return found;
  }
  return;
}
