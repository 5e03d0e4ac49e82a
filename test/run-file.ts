import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { NoTest, testCommandOf } from './test-command.ts';

/** `npm run test:file -- <path>`: runs one test file. */
try {
  const runner = spawn(process.execPath, testCommandOf(process.argv.slice(2)), {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
  });
  // Ctrl-C reaches the runner too, which then says what it did.
  process.on('SIGINT', () => undefined);
  runner.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} catch (error) {
  if (!(error instanceof NoTest)) {
    throw error;
  }
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
