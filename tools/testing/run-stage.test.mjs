import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { projectRoot } from '../lib/project.mjs';
import { createTemporaryProject } from './temporary-project.mjs';

let project;
afterEach(() => project?.remove());

const stageModule = path.join(projectRoot, 'tools', 'testing', 'run-stage.mjs');

/** Runs `source` (which sees runStage and endStagesOnSignal) in a process of its own. */
function runInProcess(source) {
  project = createTemporaryProject({
    'main.mjs': `import { endStagesOnSignal, runStage } from ${JSON.stringify(stageModule)};\nconst options = { cwd: '.', timeoutMs: 20_000 };\n${source}`,
  });
  const child = spawn(process.execPath, ['main.mjs'], { cwd: project.root, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
  });
  const ended = new Promise((resolve) => child.on('close', (code) => resolve(code)));
  return { child, ended, output: () => output };
}

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    // Ended, but not yet collected by whoever inherits orphans here.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

it('passes every line on under the name of its stage, and the exit code back', async () => {
  const { ended, output } = runInProcess(`
    const outcome = await runStage('unit', process.execPath, ['-e', 'console.log("one\\\\ntwo"); process.exit(3)'], options);
    console.log(JSON.stringify(outcome));`);
  expect(await ended).toBe(0);
  expect(output()).toBe('unit    │ one\nunit    │ two\n{"code":3,"problem":""}\n');
});

it('ends a stage that takes too long', async () => {
  const { ended, output } = runInProcess(`
    const outcome = await runStage('slow', process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { cwd: '.', timeoutMs: 1000 });
    console.log(outcome.problem);`);
  await ended;
  expect(output()).toContain('ended after 1 s without a result');
});

it.runIf(process.platform === 'linux')('ends the stages and their children on Ctrl-C', async () => {
  const grandchild = `const { spawn } = require("node:child_process");
    const inner = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]); console.log("pid " + inner.pid); setInterval(() => {}, 1000);`;
  const { child, ended, output } = runInProcess(`
    endStagesOnSignal();
    await runStage('long', process.execPath, ['-e', ${JSON.stringify(grandchild)}], options);`);
  await expect.poll(output, { timeout: 10_000 }).toMatch(/pid \d+/);
  const pid = Number(/pid (\d+)/.exec(output())?.[1]);
  expect(isAlive(pid)).toBe(true);
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  await expect.poll(() => isAlive(pid)).toBe(false);
});
