import { defineConfig } from 'vitest/config';

/**
 * The unit tests that `npm run mutate` runs: those of rules, not of pages, whose components reach every shared module
 * and take seconds; and not those that read the sources as text, which a mutant changes.
 */
export default defineConfig({
  test: {
    include: [
      'test/unit/{auth,bank,client,database,documents,http,invoices,jobs,ledger,links,mails,shared,support,system,tickets,users}/**/*.test.ts',
    ],
    env: { TZ: 'America/New_York' },
    testTimeout: 60_000,
  },
});
