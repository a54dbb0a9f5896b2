import './lib/node-floor.mjs';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { projectRoot, runTool } from './lib/project.mjs';

/**
 * Draws the installed app's icons from the brand's mark (`favicon.svg`): `node tools/app-icons.mjs`. Run it when the mark or its colours change;
 * the results are kept in the repository.
 */
const ground = '#0e6267';
const stones = '#f6fbfa';
const icons = [
  // How much of the width the mark takes. A maskable icon may be cut to the middle 80 %.
  { file: 'icon-192.png', size: 192, share: 0.68, radius: 0.22 },
  { file: 'icon-512.png', size: 512, share: 0.68, radius: 0.22 },
  { file: 'icon-maskable-512.png', size: 512, share: 0.52, radius: 0 },
  { file: 'apple-touch-180.png', size: 180, share: 0.62, radius: 0 },
];

await runTool(async () => {
  const webPublic = path.join(projectRoot, 'apps', 'web', 'public');
  const paths = readFileSync(path.join(webPublic, 'favicon.svg'), 'utf8').match(/<path [^>]*>/g) ?? [];
  if (paths.length === 0) throw new Error('favicon.svg has no paths.');
  mkdirSync(path.join(webPublic, 'icons'), { recursive: true });
  for (const { file, size, share, radius } of icons) {
    const mark = size * share;
    const offset = (size - mark) / 2;
    // The mark's own drawing sits a little high in its box.
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
      <rect width="${size}" height="${size}" rx="${size * radius}" fill="${ground}"/>
      <g transform="translate(${offset} ${offset - mark * 0.02}) scale(${mark / 32})" fill="${stones}">${paths.join('')}</g>
    </svg>`;
    await sharp(Buffer.from(svg))
      .png({ compressionLevel: 9 })
      .toFile(path.join(webPublic, 'icons', file));
  }
});
