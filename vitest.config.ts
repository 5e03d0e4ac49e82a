import { defineConfig } from 'vitest/config';

/** They look for the browser among the children of their process, and so have one of their own. */
const countingTheirChildren = [
  'test/integration/adapters/chromium*.test.ts',
  'test/integration/invoices/invoice-job-failures.test.ts',
];

const integration = {
  setupFiles: ['test/support/fail-on-console-error.ts'],
  globalSetup: ['test/support/database-template.ts'],
  env: { POWERTOOLS_LOG_LEVEL: 'SILENT' },
  // Vitest would leave one of two cores to itself; these tests mostly wait for other processes.
  maxWorkers: 4,
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
};

/**
 * Five kinds of test by what they need; the long ones are the proofs that need minutes (`npm run test:long`). A slow
 * machine is no failure, so every limit of time is generous.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          isolate: false,
          setupFiles: ['test/support/fail-on-console-error.ts'],
          env: { TZ: 'America/New_York' },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...integration,
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: countingTheirChildren,
          // Threads of one process compile the embedded PostgreSQL once, processes each.
          pool: 'threads',
        },
      },
      { test: { ...integration, name: 'browser-processes', include: countingTheirChildren, pool: 'forks' } },
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
          setupFiles: ['test/support/fail-on-console-error.ts'],
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
          globalSetup: ['test/support/database-template.ts'],
          env: { POWERTOOLS_LOG_LEVEL: 'SILENT' },
          testTimeout: 900_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
