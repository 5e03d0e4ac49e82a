import { readdirSync } from 'node:fs';
import { PLAYWRIGHT, VITEST } from './test-command.ts';

/** A folder of tests by area, with the files that its tests reach without importing them: by a request or a page. */
interface Suite {
  folder: string;
  reaches: RegExp;
  run: (paths: readonly string[]) => string[];
}

const SUITES: readonly Suite[] = [
  {
    folder: 'test/integration',
    reaches: /^(functions|shared|local|operations|test\/integration|test\/support)\/|^package.*\.json$/,
    run: (paths) => [VITEST, 'run', '--project', 'integration', ...paths],
  },
  {
    folder: 'test/e2e',
    reaches: /^(web|shared|test\/e2e)\/|^package.*\.json$/,
    run: (paths) => [PLAYWRIGHT, 'test', ...paths],
  },
];

/** Returns what a suite runs for a file: the test itself, the folders of its areas, or else the whole suite. */
const pathsFor = (folder: string, file: string): string[] => {
  if (file.startsWith(`${folder}/`) && /\.(test|spec)\.ts$/.test(file)) {
    return [file];
  }
  const words = new Set(file.split('/').map((part) => part.replace(/\.\w+$/, '')));
  const areas = readdirSync(folder, { withFileTypes: true }).filter(
    (each) => each.isDirectory() && words.has(each.name),
  );

  return areas.length > 0 ? areas.map(({ name }) => `${folder}/${name}/`) : [`${folder}/`];
};

/**
 * Returns the arguments of Node, one list for each run, that test what changed since a commit. Unit and infra tests
 * import what they test, so Vitest finds theirs. The others reach it through a portal, so they run by area.
 */
export const changedCommands = (files: readonly string[], since: string): string[][] => {
  const bySuite = SUITES.flatMap(({ folder, reaches, run }) => {
    const paths = [
      ...new Set(files.filter((file) => reaches.test(file)).flatMap((file) => pathsFor(folder, file))),
    ];

    return paths.length > 0 ? [run(paths.includes(`${folder}/`) ? [] : paths.toSorted())] : [];
  });

  return [
    [VITEST, 'run', '--project', 'unit', '--project', 'infra', '--passWithNoTests', '--changed', since],
    ...bySuite,
  ];
};
