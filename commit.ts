import { spawnSync } from 'node:child_process';

/** The commit of this checkout, with `-dirty` where files differ from it; `local` where git cannot say it. */
export const readCommit = (): string => {
  const described = ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=7'];
  const { status, stdout } = spawnSync('git', described, { cwd: import.meta.dirname, encoding: 'utf8' });

  return status === 0 ? stdout.trim() : 'local';
};
