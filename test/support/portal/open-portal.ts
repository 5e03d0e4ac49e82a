import { rmSync } from 'node:fs';
import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import { type Portal, type PortalOptions, startPortal } from '#local/portal.ts';
import { makeMailbox } from './mailbox.ts';

interface CallOptions {
  cookie?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** An answer with its body, parsed if it is JSON. */
export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape.
  body: any;
}

export type TestPortalOptions = Pick<
  PortalOptions,
  'databaseUrl' | 'settings' | 'routeTimeoutSeconds' | 'onRequest' | 'onAnswer' | 'logError'
>;

/** Opens a portal like `openPortal`, but started by `start`. */
export const openWith = async <Started extends Portal>(
  start: (options: PortalOptions) => Promise<Started>,
  dataFolder: string,
  options: TestPortalOptions = {},
) => {
  const portal = await start({ dataFolder, port: 0, runSchedule: false, ...options });

  const call = async (
    method: string,
    path: string,
    { cookie, body, headers }: CallOptions = {},
  ): Promise<Answer> => {
    const answer = await fetch(`${portal.url}${path}`, {
      method,
      headers: {
        ...(method !== 'GET' && { origin: portal.url }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(cookie && { cookie }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const isJson = answer.headers.get('content-type')?.includes('json');

    return {
      status: answer.status,
      headers: answer.headers,
      body: isJson ? await answer.json() : new Uint8Array(await answer.arrayBuffer()),
    };
  };

  const { DATABASE_ARN = '', DATABASE_SECRET_ARN = '', DATABASE_NAME = '' } = process.env;

  return {
    ...portal,
    /** The mails that the portal sent. */
    mailbox: makeMailbox(portal.ses),
    dataFolder,
    /** Address of a PostgreSQL server; empty for the embedded one. */
    databaseUrl: options.databaseUrl ?? '',
    call,
    /** The database with the rights of the functions, to plant rows and to read them again. */
    connection: drizzle(new RDSDataClient({}), {
      resourceArn: DATABASE_ARN,
      secretArn: DATABASE_SECRET_ARN,
      database: DATABASE_NAME,
    }),
    /** Signs in and returns the session cookie. */
    signIn: async (identifier: string, password: string): Promise<string> => {
      const answer = await call('POST', '/api/login', { body: { identifier, password } });
      if (answer.status !== 200) {
        throw new Error(`Signing in answered ${answer.status}: ${answer.body.message}`);
      }

      return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    },
    stop: async () => {
      await portal.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
};

/**
 * Opens the whole portal on free ports with its data in this folder, which `stop` removes. Its schedule does not run: a
 * test runs the jobs it wants.
 */
export const openPortal = (dataFolder: string, options?: TestPortalOptions) =>
  openWith(startPortal, dataFolder, options);

export type TestPortal = Awaited<ReturnType<typeof openPortal>>;
