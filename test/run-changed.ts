import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { changedCommands } from './changed-commands.ts';

const cwd = join(import.meta.dirname, '..');
const git = (...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();
const listFiles = (...args: string[]) =>
  git(...args)
    .split('\n')
    .filter(Boolean);

/** `npm run test:changed`: tests what differs from main, committed or not. */
const since = git('merge-base', 'main', 'HEAD');
const files = [
  ...listFiles('diff', '--name-only', '--diff-filter=d', since),
  ...listFiles('ls-files', '--others', '--exclude-standard'),
];

for (const command of changedCommands(files, since)) {
  const { status } = spawnSync(process.execPath, command, { cwd, stdio: 'inherit' });
  if (status !== 0) {
    process.exitCode = 1;
  }
}
