import { existsSync } from 'node:fs';
import { join, matchesGlob, relative, resolve, sep } from 'node:path';
import vitestConfig from '../vitest.config.ts';

const ROOT = join(import.meta.dirname, '..');

export const VITEST = 'node_modules/vitest/vitest.mjs';
export const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js';

/** One worker, and no limit of time while somebody looks at a breakpoint. */
const DEBUG_OPTIONS: Record<string, string[]> = {
  [VITEST]: ['--no-file-parallelism', '--test-timeout=0', '--hook-timeout=0'],
  [PLAYWRIGHT]: ['--workers=1', '--timeout=0'],
};

/** Says in a sentence why there is nothing to run. */
export class NoTest extends Error {}

/** The projects of vitest.config.ts by their names, with the files that each runs. */
const vitestProjects = (vitestConfig.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project && project.test
    ? { name: String(project.test.name), include: project.test.include ?? [] }
    : [],
);

const commandOf = (file: string): string[] => {
  if (matchesGlob(file, 'test/e2e/**/*.spec.ts')) {
    return [PLAYWRIGHT, 'test', file];
  }
  const project = vitestProjects.find(({ include }) => include.some((glob) => matchesGlob(file, glob)));
  if (!project) {
    const globs = vitestProjects.flatMap(({ include }) => include).filter((each) => each.includes('*'));
    throw new NoTest(`${file} is not a test: those are ${globs.join(', ')} and test/e2e/**/*.spec.ts.`);
  }

  return [VITEST, 'run', '--project', project.name, file];
};

/**
 * Returns the arguments of Node that run one test file: its folder says with which runner and in which project.
 * `--debug` is for a debugger; every other argument goes to the runner as it is.
 */
export const testCommandOf = ([path, ...options]: readonly string[], folder = process.cwd()): string[] => {
  if (path === undefined) {
    throw new NoTest('Which file? npm run test:file -- test/unit/shared/money.test.ts');
  }
  const nameOf = (given: string) => relative(ROOT, resolve(folder, given)).split(sep).join('/');
  const file = nameOf(path);
  if (!existsSync(resolve(folder, path))) {
    throw new NoTest(`There is no file ${file}.`);
  }

  const command = commandOf(file);
  const given = options.filter((option) => option !== '--debug');
  const runnerOf = (parts: readonly string[]) => parts.slice(0, -1).join(' ');
  const other = given
    .filter((option) => existsSync(resolve(folder, option)))
    .map(nameOf)
    .find((name) => runnerOf(commandOf(name)) !== runnerOf(command));
  if (other !== undefined) {
    throw new NoTest(`${file} and ${other} do not run together: please name one at a time.`);
  }

  return [
    ...command,
    ...(given.length < options.length ? (DEBUG_OPTIONS[command[0] ?? ''] ?? []) : []),
    ...given,
  ];
};
