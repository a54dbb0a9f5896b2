import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const skipped = new Set([
  'node_modules',
  'dist',
  '.git',
  '.data',
  '.cache',
  'fixtures',
  'test-results',
  'playwright-report',
]);

/** Every relative link in the Markdown files leads to a file, and every `#anchor` to a heading. Addresses on the web are not called. */
export function checkDocLinks(root) {
  const files = markdownFiles(root);
  const problems = [];
  let links = 0;
  for (const file of files) {
    const text = withoutCode(readFileSync(path.join(root, file), 'utf8'));
    for (const [, target] of text.matchAll(/\[[^\]\n]*\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g)) {
      if (/^[a-z][a-z0-9+.-]*:/i.test(target)) continue;
      links += 1;
      const [address = '', anchor] = target.split('#');
      const absolute =
        address === '' ? path.join(root, file) : path.resolve(root, path.dirname(file), decodeURI(address));
      if (!existsSync(absolute)) problems.push(`${file}: the link ${target} leads nowhere`);
      else if (anchor && absolute.endsWith('.md') && !anchorsOf(absolute).has(anchor)) {
        problems.push(`${file}: ${target} names a heading that is not there`);
      }
    }
  }
  return { problems, summary: `${links} links in ${files.length} documents` };
}

function markdownFiles(root, folder = '') {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const child = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : markdownFiles(root, child);
    return entry.name.endsWith('.md') ? [child] : [];
  });
}

const withoutCode = (text) => text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, '');

function anchorsOf(file) {
  const headings = readFileSync(file, 'utf8').matchAll(/^#{1,6}\s+(.*)$/gm);
  return new Set(
    [...headings].map(([, heading]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  );
}
