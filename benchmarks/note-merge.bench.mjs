// One small update to a note of 1 MB: what each step of merging costs in CPU time, and so for how long it keeps other requests waiting
// (requests get their turn between the steps). Pure computation, no database.
//   node benchmarks/note-merge.bench.mjs [--bytes 1000000] [--rounds 20]

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import * as Y from 'yjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const argument = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? Number(process.argv[at + 1]) : fallback;
};
const load = async (file) => (await runnerImport(join(root, file), { configFile: false, logLevel: 'error' })).module;
const { openDocument } = await load('apps/server/src/services/notes/domain/merge-updates.ts');
const { deriveNote, tickedBoxes } = await load('apps/server/src/services/notes/domain/derive-note.ts');

const doc = new Y.Doc();
const blocks = fill(doc.getXmlFragment('notes'), argument('bytes', 1_000_000));
const stored = Y.encodeStateAsUpdate(doc);
let update;
doc.on('update', (made) => {
  update = made;
});
doc.getXmlFragment('notes').get(5).get(0).insert(4, 'x');

const steps = new Map();
const step = (name, work) => {
  const before = process.cpuUsage();
  const result = work();
  const used = process.cpuUsage(before);
  if (!steps.has(name)) steps.set(name, []);
  steps.get(name).push((used.user + used.system) / 1000);
  return result;
};
for (let round = 0; round < argument('rounds', 20); round += 1) {
  const document = step('open the stored document', () => openDocument(stored, 16 * 1024 * 1024));
  step('read the checkboxes', () => tickedBoxes(document.doc));
  step('merge and encode', () => document.merge([{ id: '1', seq: '1', update }]));
  step('derive text, cues, tasks, links', () => deriveNote(document.doc));
}

console.log(`document ${stored.byteLength} bytes, ${blocks} paragraphs, update ${update.byteLength} bytes`);
const figures = [...steps].map(([name, values]) => {
  values.sort((a, b) => a - b);
  const at = (share) => Number(values[Math.min(values.length - 1, Math.floor(values.length * share))].toFixed(1));
  return { step: name, cpuMsP50: at(0.5), cpuMsP95: at(0.95) };
});
console.log(`${'CPU time of'.padEnd(34)}  p50 ms  p95 ms`);
for (const { step: name, cpuMsP50, cpuMsP95 } of figures) {
  console.log(`${name.padEnd(34)}  ${String(cpuMsP50).padStart(6)}  ${String(cpuMsP95).padStart(6)}`);
}
if (process.argv.includes('--json')) {
  console.log(
    JSON.stringify({ documentBytes: stored.byteLength, updateBytes: update.byteLength, steps: figures }, null, 2),
  );
}

function fill(fragment, bytes) {
  const words = 'the sea and the wind over it tell of ships that never came home again'.split(' ');
  let size = 0;
  let made = 0;
  while (size < bytes) {
    const line = Array.from({ length: 60 }, (_, i) => words[(made * 7 + i * 3) % words.length]).join(' ');
    const text = new Y.XmlText(line);
    if (made % 5 === 0) text.format(3, 9, { bold: {} });
    const paragraph = new Y.XmlElement('paragraph');
    paragraph.insert(0, [text]);
    fragment.push([paragraph]);
    size += line.length;
    made += 1;
  }
  return made;
}
