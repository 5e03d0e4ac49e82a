/** The folders whose mutants the unit tests must notice. */
const FOLDERS = [
  'shared',
  'functions/domain/payments',
  'functions/domain/bank',
  'functions/domain/credit-notes',
];

/**
 * `npm run mutate` changes one operator, condition or call at a time, and runs the unit tests that reach it. Texts and
 * objects are not changed, nor is `shared/contract/`: tests import what they say once, so that no test repeats it.
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutate.config.ts' },
  mutate: FOLDERS.flatMap((folder) => [`${folder}/**/*.ts`, `!${folder}/contract/**`]),
  mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral'] },
  // What runs as a module loads would need every test anew for each of its mutants.
  ignoreStatic: true,
  ignorePatterns: [
    '/dist',
    '/cdk.out',
    '/.data',
    '/test-results',
    '/playwright-report',
    '/test/e2e',
    '/test/integration',
  ],
  concurrency: 2,
  timeoutMS: 20_000,
  reporters: ['clear-text', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: 'test-results/mutation.html' },
  jsonReporter: { fileName: 'test-results/mutation.json' },
  tempDirName: '.stryker-tmp',
  allowConsoleColors: false,
  checkers: [],
  thresholds: { high: 90, low: 80, break: null },
};
