/** Names that Windows keeps for itself. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
const longestStem = 80;

/** Gives every title a file name that every system takes, and no two the same, whatever the case. */
export function createFileNames(extension: string): (title: string) => string {
  const taken = new Set<string>();
  return (title) => {
    const stem = stemOf(title);
    for (let count = 1; ; count += 1) {
      const name = `${stem}${count === 1 ? '' : ` (${count})`}${extension}`;
      const key = name.normalize('NFC').toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return name;
    }
  };
}

function stemOf(title: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*#^[\]]/gu, ' ')
    .replace(/\s+/gu, ' ');
  const cut = [...plain]
    .slice(0, longestStem)
    .join('')
    .replace(/^[\s.]+|[\s.]+$/gu, '');
  return cut === '' || reserved.test(cut) ? `Untitled ${cut}`.trim() : cut;
}
