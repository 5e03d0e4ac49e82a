import type { DebugResult, DebugTest } from '#shared/contract/debug.ts';
import { api } from '../../lib/reads/api.ts';

export interface ConsoleTest {
  test: DebugTest;
  label: string;
  /** The title of the toast that reports a failure. */
  failure: string;
  run: () => Promise<DebugResult>;
}

/** The tests of the console in the order of their buttons, in the words of the specification; we added the last one. */
export const CONSOLE_TESTS: readonly ConsoleTest[] = [
  {
    test: 'google-drive',
    label: 'Test cloud drive API',
    failure: 'Debug test failed',
    run: () => api.debug.drive(),
  },
  {
    test: 'test-invoice-upload',
    label: 'Test Invoice Upload',
    failure: 'Invoice upload test failed',
    run: () => api.debug.upload(),
  },
  {
    test: 'fix-invoice-permissions',
    label: 'Fix Invoice Permissions',
    failure: 'Fix invoice permissions failed',
    run: () => api.debug.permissions(),
  },
  { test: 'system', label: 'System check', failure: 'System check failed', run: () => api.debug.system() },
];
