import { rmSync } from 'node:fs';
import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import { type Portal, type PortalOptions, startPortal } from '#local/portal.ts';
import { makeCalls } from './call-from.ts';
import { makeMailbox } from './mailbox.ts';

export type TestPortalOptions = Pick<
  PortalOptions,
  'databaseUrl' | 'fill' | 'settings' | 'routeTimeoutSeconds' | 'onRequest' | 'onAnswer' | 'logError'
>;

/** Opens a portal like `openPortal`, but started by `start`. */
export const openWith = async <Started extends Portal>(
  start: (options: PortalOptions) => Promise<Started>,
  dataFolder: string,
  options: TestPortalOptions = {},
) => {
  const portal = await start({ dataFolder, port: 0, runSchedule: false, ...options });

  const { DATABASE_ARN = '', DATABASE_SECRET_ARN = '', DATABASE_NAME = '' } = process.env;

  return {
    ...portal,
    /** The mails that the portal sent. */
    mailbox: makeMailbox(portal.ses),
    dataFolder,
    /** Address of a PostgreSQL server; empty for the embedded one. */
    databaseUrl: options.databaseUrl ?? '',
    ...makeCalls(portal.url),
    /** The database with the rights of the functions, to plant rows and to read them again. */
    connection: drizzle(new RDSDataClient({}), {
      resourceArn: DATABASE_ARN,
      secretArn: DATABASE_SECRET_ARN,
      database: DATABASE_NAME,
    }),
    stop: async () => {
      await portal.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
};

/**
 * Opens the whole portal on free ports with its data in this folder, which `stop` removes. Its schedule does not run: a
 * test runs the tasks it wants.
 */
export const openPortal = (dataFolder: string, options?: TestPortalOptions) =>
  openWith(startPortal, dataFolder, options);

export type TestPortal = Awaited<ReturnType<typeof openPortal>>;
