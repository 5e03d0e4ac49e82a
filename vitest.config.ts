import { defineConfig } from 'vitest/config';

/** Name of the npm script that runs, as part of a file name; a colon is not allowed in an artifact of GitHub. */
const SCRIPT = (process.env.npm_lifecycle_event ?? 'vitest').replaceAll(':', '-');

/**
 * Kinds of test by their needs; the long ones are proofs that take minutes (`npm run test:long`). A slow machine must
 * not fail a test, so every time limit is generous.
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
          setupFiles: ['test/support/vitest/fail-on-console-error.ts'],
          env: { TZ: 'America/New_York' },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          // Some tests look for the browser among the children of their process.
          pool: 'forks',
          isolate: false,
          setupFiles: ['test/support/vitest/begin-anew.ts', 'test/support/vitest/fail-on-console-error.ts'],
          globalSetup: ['test/support/database/database-template.ts'],
          env: { POWERTOOLS_LOG_LEVEL: 'SILENT' },
          // Vitest would leave one of two cores unused; these tests mostly wait for other processes.
          maxWorkers: 4,
          testTimeout: 120_000,
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
          name: 'stack',
          include: ['test/stack/**/*.test.ts'],
          setupFiles: ['test/support/vitest/fail-on-console-error.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
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
