// Usage: node evals/ask.eval.mjs [--verbose]
import { runnerImport } from 'vite';

const { module } = await runnerImport(new URL('./ask.eval.ts', import.meta.url).pathname);
await module.run(process.argv.includes('--verbose'));
