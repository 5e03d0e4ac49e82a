import { describe, expect, it } from 'vitest';
import { changedCommands } from '#test/changed-commands.ts';

const SINCE = 'abc1234';
const OF_IMPORTS = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project',
  'unit',
  '--project',
  'infra',
  '--passWithNoTests',
  '--changed',
  SINCE,
];
const INTEGRATION = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'integration'];
const BROWSER = ['node_modules/@playwright/test/cli.js', 'test'];

describe('npm run test:changed', () => {
  it.each<[string, string[], string[][]]>([
    [
      'a rule of an area with the tests of that area',
      ['functions/domain/tickets/close-ticket.ts'],
      [[...INTEGRATION, 'test/integration/tickets/']],
    ],
    [
      'a route of the contract with both kinds of test of its area',
      ['shared/contract/invoices.ts'],
      [
        [...INTEGRATION, 'test/integration/invoices/'],
        [...BROWSER, 'test/e2e/invoices/'],
      ],
    ],
    [
      'a screen of an area only in the browser',
      ['web/features/users/list/user-table.tsx'],
      [[...BROWSER, 'test/e2e/users/']],
    ],
    [
      'a changed test alone',
      ['test/e2e/main-path.spec.ts', 'test/integration/users/users-list.test.ts'],
      [
        [...INTEGRATION, 'test/integration/users/users-list.test.ts'],
        [...BROWSER, 'test/e2e/main-path.spec.ts'],
      ],
    ],
    ['a file of no area with the whole suite', ['functions/runtime/settings.ts'], [INTEGRATION]],
    [
      'a new version of a package with both whole suites',
      ['package-lock.json', 'web/features/users/list/user-table.tsx'],
      [INTEGRATION, BROWSER],
    ],
    ['what no portal serves only by its imports', ['infra/alarms/alarms.ts', 'README.md'], []],
  ])('npm run test:changed tests %s', (_what, files, suites) => {
    expect(changedCommands(files, SINCE)).toEqual([OF_IMPORTS, ...suites]);
  });
});
