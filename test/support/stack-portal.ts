import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import type { PortalOptions } from '#local/portal.ts';
import { startStack } from '#local/stack/start-stack.ts';
import { openWith } from './open-portal.ts';
import { copyDatabase, endIdleTransactions, openPrepared } from './stack-database.ts';

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Where the tests look for a secret by the name that it has in local/stand-ins.ts. */
const SECRET_SETTINGS: Record<string, string> = {
  'session-key': 'SESSION_KEY_SECRET_ARN',
  'database-app': 'DATABASE_SECRET_ARN',
  'database-owner': 'DATABASE_OWNER_SECRET_ARN',
  'drive-credentials': 'DRIVE_CREDENTIALS_SECRET_ARN',
  'helpdesk-key': 'HELPDESK_KEY_SECRET_ARN',
};

type Stack = Awaited<ReturnType<typeof startStack>>;

/** All that the template gives any function. */
const environmentOfAll = ({ functions }: Stack): Record<string, string> =>
  Object.assign({}, ...functions.map(({ environment }) => environment));

/** The test's own hands: it plants rows and files with the stand-ins directly, past the guards. */
const ownSettings = (stack: Stack): Record<string, string> => {
  const { moved } = stack.overrides;
  const [[queueHost] = ['']] = moved;
  const given = Object.entries(environmentOfAll(stack)).map(([name, value]) => [
    name,
    moved.reduce(
      (text, [from, to]) => text.replaceAll(from, to),
      value.replaceAll(queueHost, stack.queue.url),
    ),
  ]);

  return {
    ...Object.fromEntries(given),
    AWS_REGION: 'af-south-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_RDS_DATA: stack.dataApi.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: stack.secrets.url,
    AWS_ENDPOINT_URL_SQS: stack.queue.url,
    DRIVE_API_URL: `${stack.drive.url}/`,
    FONTS_FOLDER: root('functions/fonts'),
    COMMON_PASSWORDS_FILE: root('node_modules/@zxcvbn-ts/language-common/src/passwords.json'),
  };
};

/** Opens the stack on a copy of the migrated database, with what a portal in this process offers. */
export const openStack = async ({ dataFolder, settings, onRequest, onAnswer, logError }: PortalOptions) => {
  const template = inject('stack');
  if (!template) throw new Error('The stack is opened in the vitest project of that name alone');

  const { assemblyFolder, connectionString, migratedDatabase } = template;
  const database = `portal_${randomUUID().replaceAll('-', '')}`;
  await copyDatabase(connectionString, migratedDatabase, database);
  const server = await openPrepared(connectionString, database);
  const stack = await startStack({
    assemblyFolder,
    dataFolder,
    server,
    isMigrated: true,
    ...(settings && { settings }),
    ...(onRequest && { onRequest }),
    ...(onAnswer && { onAnswer }),
    ...(logError && { logError }),
  });
  Object.assign(process.env, ownSettings(stack));
  const arnOf = (name: string) => environmentOfAll(stack)[SECRET_SETTINGS[name] ?? ''] ?? name;

  return {
    ...stack,
    warm: async () => [],
    /** Ends the transactions that nobody goes on with, and answers how many there were. */
    endLeftTransactions: () => endIdleTransactions(connectionString, database),
    secrets: {
      ...stack.secrets,
      arnOf,
      get: (name: string) => stack.secrets.get(arnOf(name)),
      put: (name: string, value: string) => stack.secrets.putArn(arnOf(name), value),
    },
    close: async () => {
      await stack.close();
      await server.close();
    },
  };
};

/** The stack with everything that a test of the stack itself asks about it. */
export const openStackPortal = () =>
  openWith(openStack, mkdtempSync(join(tmpdir(), 'ow-connect-stack-')), { logError: () => undefined });

export type StackPortal = Awaited<ReturnType<typeof openStackPortal>>;
