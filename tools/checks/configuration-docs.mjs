import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runnerImport } from 'vite';

const envFile = '.env.example';
const docFile = 'docs/operations/configuration.md';
const tableStart = '<!-- table: made by `node tools/check.mjs --write-configuration` -->';
const tableEnd = '<!-- end of table -->';

/** `.env.example` and the table in docs/operations/configuration.md say what the schema in config/env.ts says, word for word. */
export async function checkConfigurationDocs(root) {
  const variables = await readVariables(root);
  const problems = [];
  for (const { file, wanted, found } of await compareDocs(root, variables)) {
    if (wanted !== found)
      problems.push(`${file} differs from config/env.ts; run node tools/check.mjs --write-configuration`);
  }
  return { problems, summary: `${variables.length} variables` };
}

/** What the two files should hold, and what they do hold. */
export async function compareDocs(root, variables) {
  const doc = readFileSync(path.join(root, docFile), 'utf8');
  return [
    { file: envFile, wanted: renderEnvExample(variables), found: readIfThere(path.join(root, envFile)) },
    { file: docFile, wanted: replaceTable(doc, renderTable(variables)), found: doc },
  ];
}

/**
 * @returns {Promise<{ name: string, description: string, fallback: string }[]>}
 */
export async function readVariables(root) {
  const { module } = await runnerImport(path.join(root, 'apps/server/src/config/env.ts'));
  return Object.entries(module.envSchema.shape).map(([name, schema]) => {
    const description = schema.description ?? '';
    if (description === '') throw new Error(`${name} has no description in config/env.ts`);
    return { name, description, fallback: printable(schema) };
  });
}

function printable(schema) {
  const parsed = schema.safeParse(undefined);
  const value = parsed.success ? parsed.data : undefined;
  return value === undefined || value === null ? '' : String(value);
}

function renderEnvExample(variables) {
  const head = [
    '# Everything here is optional: without a single line of it the server starts and works.',
    '# Copy this file to .env and uncomment what you need. The same table: docs/operations/configuration.md',
  ];
  const blocks = variables.map(({ name, description, fallback }) => `\n# ${description}\n# ${name}=${fallback}`);
  return `${[...head, ...blocks].join('\n')}\n`;
}

function renderTable(variables) {
  const cell = (text) => text.replaceAll('|', '\\|');
  const rows = variables.map(
    ({ name, description, fallback }) =>
      `| \`${name}\` | ${fallback === '' ? '–' : `\`${cell(fallback)}\``} | ${cell(description)} |`,
  );
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

function replaceTable(doc, table) {
  const from = doc.indexOf(tableStart);
  const to = doc.indexOf(tableEnd);
  if (from === -1 || to === -1) throw new Error(`${docFile} has lost the marks around its table`);
  return `${doc.slice(0, from + tableStart.length)}\n\n${table}\n\n${doc.slice(to)}`;
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
