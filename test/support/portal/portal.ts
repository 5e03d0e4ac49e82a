import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { inject } from 'vitest';
import type { TaskName } from '#shared/tasks.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { copyTemplate, migrateInTurn } from '#test/support/database/postgres-databases.ts';
import { watchLedger } from '#test/support/database/watch-ledger.ts';
import { watchUserCounts } from '#test/support/database/watch-user-counts.ts';
import { readSecrets } from './find-secrets.ts';
import { openPortal, type TestPortal, type TestPortalOptions } from './open-portal.ts';
import { watchPortal } from './watch-portal.ts';

export type { Answer } from './call-from.ts';
export type { TestPortal } from './open-portal.ts';

interface Options extends TestPortalOptions {
  /** True for the embedded PostgreSQL of `npm start`. */
  isEmbedded?: boolean;
  /** Shorter limits than the role has, such as `lock_timeout`, for a test of what follows a wait and not of its length. */
  databaseLimits?: Record<string, string>;
}

/** Opens a portal on a copy of the run's migrated database, which `stop` removes. */
const openOnCopy = async (
  dataFolder: string,
  { databaseLimits, ...options }: Omit<Options, 'isEmbedded' | 'settings'> & TestPortalOptions,
) => {
  const server = inject('postgres');
  const database = await copyTemplate(server, databaseLimits);
  const portal = await migrateInTurn(server, () =>
    openPortal(dataFolder, { ...options, databaseUrl: database.url }),
  );

  return {
    ...portal,
    runTask: (name: TaskName, event?: unknown) => {
      const run = () => portal.runTask(name, event);

      return name === 'migrate' ? migrateInTurn(server, run) : run();
    },
    stop: async () => {
      await portal.stop();
      await database.drop();
    },
  };
};

const openOwnPortal = async (
  dataFolder: string,
  { isEmbedded, ...options }: Options,
): Promise<TestPortal> => {
  if (!isEmbedded && options.databaseUrl === undefined) {
    return openOnCopy(dataFolder, options);
  }

  const portal = await openPortal(dataFolder, options);
  const owner = connectAsOwner();
  await watchUserCounts((statement) => owner.execute(sql.raw(statement)));
  await watchLedger((statement) => owner.execute(sql.raw(statement)));

  return portal;
};

/**
 * Starts the whole portal with a migrated database, for the tests of one file. `stop` throws if an answer or log line
 * showed a secret, if an answer broke the contract, or if a statement writes in too many parts (ADR 32).
 */
export const startTestPortal = async ({ settings, ...options }: Options = {}) => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'ow-connect-test-'));
  const watch = watchPortal();
  const portal = await openOwnPortal(dataFolder, {
    ...options,
    settings: { POWERTOOLS_LOG_LEVEL: 'INFO', ...settings },
    onAnswer: (...heard) => {
      watch.hearAnswer(...heard);
      options.onAnswer?.(...heard);
    },
  });

  portal.dataApi.hearStatements(watch.hearStatement);

  return {
    ...portal,
    heard: watch,
    stop: async () => {
      const secrets = readSecrets(dataFolder);
      await portal.stop();
      watch.stopHearing();

      const faults = watch.findFaults(secrets);
      if (faults.length > 0) {
        throw new Error(`The portal did what it must not:\n${faults.join('\n')}`);
      }
    },
  };
};
