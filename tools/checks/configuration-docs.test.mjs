import { afterEach, expect, it } from 'vitest';
import { createTemporaryProject } from '../testing/temporary-project.mjs';
import { checkConfigurationDocs, compareDocs, readVariables } from './configuration-docs.mjs';

let project;
afterEach(() => project?.remove());

const schema = (description) =>
  `import { z } from 'zod';\nexport const envSchema = z.object({ PORT: z.coerce.number().default(1).describe('${description}') });\n`;
const doc =
  '# Configuration\n<!-- table: made by `node tools/check.mjs --write-configuration` -->\n<!-- end of table -->\n';

it('sees that the example file and the table no longer say what the schema says', async () => {
  project = createTemporaryProject(
    { 'apps/server/src/config/env.ts': schema('A port.'), 'docs/operations/configuration.md': doc },
    { nodeModules: true },
  );
  const { root, write } = project;
  expect((await checkConfigurationDocs(root)).problems).toHaveLength(2);
  for (const { file, wanted } of await compareDocs(root, await readVariables(root))) write(file, wanted);
  expect((await checkConfigurationDocs(root)).problems).toEqual([]);
  write('apps/server/src/config/env.ts', schema('Another sentence.'));
  expect((await checkConfigurationDocs(root)).problems).toEqual([
    expect.stringContaining('.env.example differs'),
    expect.stringContaining('configuration.md differs'),
  ]);
});

it('wants a description of every variable', async () => {
  project = createTemporaryProject({ 'apps/server/src/config/env.ts': schema('') }, { nodeModules: true });
  await expect(readVariables(project.root)).rejects.toThrow('PORT has no description');
});
