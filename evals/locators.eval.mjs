// Usage: node evals/locators.eval.mjs   (writes evals/locators.md)
import { writeFileSync } from 'node:fs';
import { runnerImport } from 'vite';

const { module } = await runnerImport(new URL('./locators.ts', import.meta.url).pathname);
const { addUp, evaluate, languages, watchMisses } = module;
if (process.argv.includes('--verbose')) {
  watchMisses((passage, edited, truth, found) => {
    const at = (place) => JSON.stringify(edited.text.slice(place.start, place.end));
    console.log(
      `${found.status} ${found.confidence.toFixed(2)} survived ${truth.survived.toFixed(2)}\n  quote ${JSON.stringify(passage.locator.quote)}\n  truth ${at(truth)}\n  found ${at(found)}`,
    );
  });
}

const percent = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`;
const row = (name, { edits, passages, right, marked, wrong }) =>
  `| ${name} | ${edits} | ${passages} | ${percent(right, passages)} | ${percent(marked, passages)} | ${wrong} | 0 |`;
const head =
  '| text | edits | passages looked for | right | marked as changed or not found | elsewhere, unmarked | lost |\n|---|---|---|---|---|---|---|';

const section = (inARow) => {
  const names = Object.keys(languages);
  const outcomes = names.map((name) => evaluate(name, Math.ceil(1000 / names.length), inARow));
  return [head, ...outcomes.map((outcome, index) => row(names[index], outcome)), row('**all**', addUp(outcomes))].join(
    '\n',
  );
};

const report = `# Locators in texts that change

Command: \`node evals/locators.eval.mjs\`. The edits are drawn from a fixed seed: the figures are the same on every machine.

Each text (a page of the test fixtures) is edited at random: insertions up to 120 characters, deletions up to 120, replacements,
every fourth word of a stretch replaced, paragraphs moved, white space broken differently, quotation marks and dashes changed. After each edit 12 passages
(8 to 244 characters; a quarter of them short, as cues are) are looked for by the locators made in the unedited text. Every character
keeps its identity through the edits, so it is known where each passage went. *Right*: at least 80 % overlap with that place (shared against
all characters, white space aside), or "not found" where less than half of the passage is left. *Lost* counts locators that are gone from the data:
none, because a locator that is not found is kept and shown as such.

## One edit at a time

${section(1)}

## 25 edits in a row, looked for after each

${section(25)}
`;
if (!process.argv.includes('--verbose')) writeFileSync(new URL('./locators.md', import.meta.url), report);
console.log(report);
