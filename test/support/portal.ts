import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openPortal, type TestPortal, type TestPortalOptions } from './open-portal.ts';

export type { Answer, TestPortal } from './open-portal.ts';

/** The whole portal with a migrated database, for the tests of one file. */
export const startTestPortal = (options: TestPortalOptions = {}): Promise<TestPortal> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'ow-connect-test-'));
  cpSync(inject('databaseTemplate'), join(dataFolder, 'database'), { recursive: true });
  writeFileSync(join(dataFolder, 'filled'), '');

  return openPortal(dataFolder, options);
};
