import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Name of the npm script that runs, as part of a file name; a colon is not allowed in an artifact of GitHub. */
const SCRIPT = (process.env.npm_lifecycle_event ?? 'vitest').replaceAll(':', '-');

/** Integration tests that use the portal which the files of a worker share. */
const SHARING = globSync('test/integration/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(`${import.meta.dirname}/${file}`, 'utf8').includes('portal/shared-portal.ts'),
);

/**
 * Kinds of test by their needs: `processes` starts the portal's processes or packaged functions, and the long ones are
 * proofs that take minutes (`npm run test:long`). A slow machine must not fail a test, so every time limit is generous.
 */
export default defineConfig({
  test: {
    reporters: process.env.GITHUB_ACTIONS
      ? ['default', 'github-actions', ['junit', { outputFile: `test-results/${SCRIPT}.xml` }]]
      : ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          isolate: false,
          setupFiles: [
            'test/support/vitest/without-element-stacks.ts',
            'test/support/vitest/fail-on-console-error.ts',
          ],
          env: { TZ: 'America/New_York' },
          // Vitest would leave one of two cores unused.
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'shared-portal',
          include: SHARING,
          pool: 'forks',
          isolate: false,
          setupFiles: ['test/support/vitest/share-portal.ts', 'test/support/vitest/fail-on-console-error.ts'],
          globalSetup: ['test/support/database/database-template.ts'],
          env: { POWERTOOLS_LOG_LEVEL: 'SILENT' },
          maxWorkers: 2,
          testTimeout: 300_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
          // A worker ends, and its portal with it, when the next file is of another project.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: SHARING,
          // Some tests look for the browser among the children of their process.
          pool: 'forks',
          isolate: false,
          setupFiles: ['test/support/vitest/begin-anew.ts', 'test/support/vitest/fail-on-console-error.ts'],
          globalSetup: ['test/support/database/database-template.ts'],
          env: { POWERTOOLS_LOG_LEVEL: 'SILENT' },
          // Vitest would leave one of two cores unused; these tests mostly wait for other processes.
          maxWorkers: 4,
          testTimeout: 300_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        test: {
          name: 'infra',
          isolate: false,
          include: ['test/infra/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'processes',
          include: ['test/processes/**/*.test.ts'],
          pool: 'forks',
          isolate: false,
          setupFiles: ['test/support/vitest/begin-anew.ts', 'test/support/vitest/fail-on-console-error.ts'],
          globalSetup: ['test/support/database/database-template.ts'],
          env: { POWERTOOLS_LOG_LEVEL: 'SILENT' },
          maxWorkers: 3,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        test: {
          name: 'stack-long',
          include: ['test/long/stack/**/*.test.ts'],
          testTimeout: 900_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'long',
          include: ['test/long/*.test.ts'],
          globalSetup: ['test/support/database/database-template.ts'],
          env: { POWERTOOLS_LOG_LEVEL: 'SILENT' },
          testTimeout: 900_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
