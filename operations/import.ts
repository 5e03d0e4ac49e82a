import { availableParallelism } from 'node:os';

// As many hashes at once as there are cores; Node's own number is four, and is read when the first work is given away.
process.env.UV_THREADPOOL_SIZE ??= String(availableParallelism());
const [{ runCommand }, { importCommand }] = await Promise.all([
  import('./run-command.ts'),
  import('./import/import-command.ts'),
]);

await runCommand(importCommand);
