import './lib/node-floor.mjs';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { projectRoot, runTool, ToolError } from './lib/project.mjs';

/**
 * What a visitor loads before doing anything, in bytes of script as sent with gzip. `routes` are the source modules that a route
 * brings along at once, besides what its page names; what waits for an idle moment or an act is not in it.
 */
const budgets = [
  { name: 'landing page (mobile) before interaction', page: 'landing-mobile.html', routes: [], limit: 25_000 },
  { name: 'landing page (desktop) before interaction', page: 'landing-desktop.html', routes: [], limit: 25_000 },
  {
    name: 'signed-in shell: the dashboard',
    page: 'index.html',
    // The auth client settles the session and makes the first reads.
    routes: [/app\/routes\/dashboard-screen\.tsx$/, /data\/compose-client\.ts$/],
    limit: 190_000,
  },
];

/**
 * The scripts of each budget with their size.
 * @param {string} dist a finished web build
 * @param {{ name: string, page: string, routes: RegExp[], limit: number }[]} [wanted]
 */
export function measureBundles(dist, wanted = budgets) {
  const manifest = JSON.parse(readFileSync(path.join(dist, 'chunks.json'), 'utf8'));
  const importsOf = new Map(
    Object.values(manifest).map(({ file, imports = [] }) => [file, imports.map((key) => manifest[key].file)]),
  );
  const sizeOf = (file) => gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length;
  return wanted.map(({ name, page, routes, limit }) => {
    const files = new Set(scriptsOf(readFileSync(path.join(dist, page), 'utf8')));
    for (const route of routes) {
      const chunk = Object.entries(manifest).find(([source]) => route.test(source));
      if (!chunk)
        throw new ToolError(`No chunk of the build begins with ${route}: the budget "${name}" is out of date.`);
      files.add(chunk[1].file);
    }
    // What is imported statically comes along, whatever names it. A set that grows is walked to its new end.
    for (const file of files) for (const needed of importsOf.get(file) ?? []) files.add(needed);
    const sizes = [...files].map((file) => ({ file, bytes: sizeOf(file) })).toSorted((a, b) => b.bytes - a.bytes);
    return { name, limit, sizes, total: sizes.reduce((sum, { bytes }) => sum + bytes, 0) };
  });
}

/** Scripts that a page names itself: run at once or preloaded. */
const scriptsOf = (html) =>
  [...html.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="\/([^"]+\.js)"/g)].map(([, file]) => file);

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/** @returns {string[]} one table per budget, ready to print */
export function describeBundles(measured) {
  return measured.map(({ name, limit, sizes, total }) => {
    const rows = sizes.slice(0, 12).map(({ file, bytes }) => `    ${kilobytes(bytes).padStart(9)}  ${file}`);
    if (sizes.length > 12) rows.push(`              and ${sizes.length - 12} more`);
    const verdict = total > limit ? 'OVER' : 'ok';
    return [`${verdict.padEnd(4)} ${name}: ${kilobytes(total)} of ${kilobytes(limit)} (gzip)`, ...rows].join('\n');
  });
}

/** A check of `npm run check`: builds when the build is stale. */
export async function checkBundleBudgets(root) {
  const { ensureBuilt } = await import('./build.mjs');
  await ensureBuilt({ root, only: ['web'], say: () => {} });
  const measured = measureBundles(path.join(root, 'apps', 'web', 'dist'));
  return {
    problems: describeBundles(measured.filter(({ total, limit }) => total > limit)),
    summary: measured.map(({ total, limit }) => `${kilobytes(total)} of ${kilobytes(limit)}`).join(', '),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runTool(async () => {
    const { ensureBuilt } = await import('./build.mjs');
    await ensureBuilt({ only: ['web'] });
    const measured = measureBundles(path.join(projectRoot, 'apps', 'web', 'dist'));
    console.log(describeBundles(measured).join('\n\n'));
    return measured.some(({ total, limit }) => total > limit) ? 1 : 0;
  });
}
