import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NoTest, testCommandOf } from '#test/test-command.ts';

describe('npm run test:file', () => {
  it.each([
    ['test/unit/docs.test.ts', 'unit'],
    ['test/unit/web/bundle.test.ts', 'unit'],
    ['test/integration/local/drive.test.ts', 'integration'],
    ['test/integration/support/shared-portal.test.ts', 'shared-portal'],
    ['test/infra/routes.test.ts', 'infra'],
    ['test/processes/local/start.test.ts', 'processes'],
    ['test/processes/stack/stack.test.ts', 'processes'],
    ['test/long/fuzz.test.ts', 'long'],
    ['test/long/stack/grants.test.ts', 'stack-long'],
  ])('npm run test:file runs %s in the project %s', (file, project) => {
    expect(testCommandOf([file])).toEqual([
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      file,
    ]);
  });

  it('npm run test:file runs a browser test with Playwright, and passes its options on', () => {
    const file = 'test/e2e/main-path.spec.ts';

    expect(testCommandOf([file, '--headed'])).toEqual([
      'node_modules/@playwright/test/cli.js',
      'test',
      file,
      '--headed',
    ]);
  });

  it('npm run test:file can run every test file of the repository', () => {
    const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(test|spec)\.tsx?$/.test(file),
    );

    expect(files.length).toBeGreaterThan(100);
    for (const file of files) {
      expect(testCommandOf([`test/${file}`]).at(-1)).toBe(`test/${file}`);
    }
  });

  it('npm run test:file -- --debug removes the time limits', () => {
    expect(testCommandOf(['test/unit/docs.test.ts', '--debug'])).toContain('--test-timeout=0');
    expect(testCommandOf(['test/e2e/main-path.spec.ts', '--debug'])).toContain('--timeout=0');
  });

  it.each([
    ['no path', [], 'Which file?'],
    ['a path without a file', ['test/unit/none.test.ts'], 'There is no file test/unit/none.test.ts.'],
    [
      'a file that is no test',
      ['test/support/portal/portal.ts'],
      'test/support/portal/portal.ts is not a test',
    ],
    ['a file outside the folders of the tests', ['local/start.ts'], 'local/start.ts is not a test'],
    [
      'files of two projects',
      ['test/unit/docs.test.ts', 'test/infra/routes.test.ts'],
      'test/unit/docs.test.ts and test/infra/routes.test.ts do not run together',
    ],
  ])('npm run test:file refuses %s in a sentence', (_what, args, sentence) => {
    expect(() => testCommandOf(args)).toThrow(NoTest);
    expect(() => testCommandOf(args)).toThrow(sentence);
  });
});
