import { spawnSync } from 'node:child_process';

/** Returns the commit of this checkout, with `-dirty` if files differ from it, or `local` if git does not know it. */
export const readCommit = (): string => {
  const described = ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=7'];
  const { status, stdout } = spawnSync('git', described, { cwd: import.meta.dirname, encoding: 'utf8' });

  return status === 0 ? stdout.trim() : 'local';
};
