import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { inject } from 'vitest';
import { readSecrets } from './find-secrets.ts';
import { openPortal, type TestPortalOptions } from './open-portal.ts';
import { connectAsOwner } from './owner-connection.ts';
import { watchPortal } from './watch-portal.ts';
import { watchUserCounts } from './watch-user-counts.ts';

export type { Answer, TestPortal } from './open-portal.ts';

/**
 * The whole portal with a migrated database, for the tests of one file. `stop` throws if any of its answers or log
 * lines showed a secret, or an answer was not as the contract says.
 */
export const startTestPortal = async ({ settings, ...options }: TestPortalOptions = {}) => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'ow-connect-test-'));
  const watch = watchPortal();
  cpSync(inject('databaseTemplate'), join(dataFolder, 'database'), { recursive: true });
  writeFileSync(join(dataFolder, 'filled'), '');
  const portal = await openPortal(dataFolder, {
    ...options,
    settings: { POWERTOOLS_LOG_LEVEL: 'INFO', ...settings },
    onAnswer: (...heard) => {
      watch.hearAnswer(...heard);
      options.onAnswer?.(...heard);
    },
  });

  // The embedded database has it from its template.
  if (options.databaseUrl !== undefined) {
    const owner = connectAsOwner();
    await watchUserCounts((statement) => owner.execute(sql.raw(statement)));
  }

  return {
    ...portal,
    heard: watch,
    stop: async () => {
      const secrets = readSecrets(dataFolder);
      await portal.stop();
      watch.stopHearing();

      const faults = watch.findFaults(secrets);
      if (faults.length > 0) throw new Error(`The portal did what it must not:\n${faults.join('\n')}`);
    },
  };
};
