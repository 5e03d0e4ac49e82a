import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';

const workflow = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({
      'timeout-minutes': z.number(),
      strategy: z
        .object({ matrix: z.object({ include: z.array(z.record(z.string(), z.string())) }) })
        .optional(),
      steps: z.array(
        z.object({
          uses: z.string().optional(),
          run: z.string().optional(),
          with: z.record(z.string(), z.unknown()).optional(),
        }),
      ),
    }),
  ),
});

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

const FILES = globSync('.github/workflows/*.yml').toSorted();

const readWorkflow = (name: string) =>
  workflow.parse(parse(readFileSync(`.github/workflows/${name}.yml`, 'utf8')));

const parts = (name: string) =>
  Object.values(readWorkflow(name).jobs).flatMap(({ strategy }) => strategy?.matrix.include ?? []);

describe('the workflows', () => {
  it('CI runs every script of npm test, and test:processes in a job of its own', () => {
    const ofNpmTest = [...(scripts.test ?? '').matchAll(/npm(?: run |:)(\S+)/g)].map(([, script]) => script);
    const ofJobs = parts('ci').map(({ scripts: listed = '' }) => listed);

    expect(ofNpmTest.length).toBeGreaterThan(0);
    expect(ofJobs.flatMap((listed) => listed.split(' ')).toSorted()).toEqual(
      [...ofNpmTest, 'test:processes'].toSorted(),
    );
    expect(ofJobs).toContain('test:processes');
  });

  it('CI also runs as root the tests of the unpacked browser, of which one needs to become another user', () => {
    const runs = Object.values(readWorkflow('ci').jobs).flatMap(({ steps }) =>
      steps.flatMap(({ run }) => run ?? []),
    );
    const [, file = ''] = /^sudo .*test:file -- (\S+)$/.exec(runs.at(-1) ?? '') ?? [];

    expect(readFileSync(file, 'utf8')).toContain('it.runIf(IS_ROOT)');
  });

  it('.ci/run runs npm ci, npm test and npm run test:processes, and fails where one of them does', () => {
    const lines = readFileSync('.ci/run', 'utf8').split('\n');

    expect(lines).toContain('set -euo pipefail');
    expect(lines.filter((line) => line.startsWith('npm '))).toEqual([
      'npm ci',
      'npm test',
      'npm run test:processes',
    ]);
  });

  it('the weekly workflow runs the long tests, the bench and the mutants, which are scripts of package.json', () => {
    const weekly = parts('weekly').map(({ script = '' }) => script);

    expect(weekly).toEqual(['test:long', 'bench', 'mutate']);
    expect(weekly.filter((script) => !(script in scripts))).toEqual([]);
  });

  it.each(FILES)('%s limits the time of its jobs and takes Node from .nvmrc', (file) => {
    const { jobs } = workflow.parse(parse(readFileSync(file, 'utf8')));

    for (const { steps } of Object.values(jobs)) {
      const node = steps.find(({ uses }) => uses?.startsWith('actions/setup-node@'));
      expect(node?.with).toMatchObject({ 'node-version-file': '.nvmrc' });
    }
  });

  it('a release keeps the commit and the bundles that its own synth made', () => {
    const runs = Object.values(readWorkflow('release').jobs).flatMap(({ steps }) =>
      steps.flatMap(({ run }) => run ?? []),
    );

    expect(runs.slice(0, 2)).toEqual(['npm ci', 'npm run synth']);
    expect(runs.at(-1)).toMatch(/^gh release create .* dist\/bundles\.txt$/);
  });

  it('only the workflow of a release may write to the repository', () => {
    const permissions = FILES.map((file) => [
      file,
      workflow.parse(parse(readFileSync(file, 'utf8'))).permissions,
    ]);

    expect(permissions).toEqual([
      ['.github/workflows/ci.yml', { contents: 'read' }],
      ['.github/workflows/release.yml', { contents: 'write' }],
      ['.github/workflows/weekly.yml', { contents: 'read' }],
    ]);
  });
});
