import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unpackChromium } from '#functions/adapters/chromium/chromium-binary.ts';
import type { PortalOptions } from '#local/portal.ts';
import { startStack } from '#local/stack/start-stack.ts';
import { startPostgres } from '#test/support/database/postgres.ts';
import { openWith } from '#test/support/portal/open-portal.ts';
import { endIdleTransactions, openDatabaseAsAurora } from './stack-database.ts';
import { synthStack } from './synth-stack.ts';

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

type Stack = Awaited<ReturnType<typeof startStack>>;

/** Settings for the test's own access: it plants rows and files at the stand-ins directly, without the guards. */
const ownSettings = ({ functions, functionOf, overrides, queue, dataApi, secrets, ses, drive }: Stack) => {
  const { moved } = overrides;
  const [[queueHost] = ['']] = moved;
  const ofAll: Record<string, string> = Object.assign(
    {},
    ...functions.map(({ environment }) => environment),
    {
      // The functions of routes that only read have another.
      DATABASE_SECRET_ARN: functionOf('tasks/migrate').environment.DATABASE_SECRET_ARN,
    },
  );
  const given = Object.entries(ofAll).map(([name, value]) => [
    name,
    moved.reduce((text, [from, to]) => text.replaceAll(from, to), value.replaceAll(queueHost, queue.url)),
  ]);

  return {
    ...Object.fromEntries(given),
    AWS_REGION: 'af-south-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_RDS_DATA: dataApi.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
    AWS_ENDPOINT_URL_SQS: queue.url,
    AWS_ENDPOINT_URL_SESV2: ses.url,
    DRIVE_API_URL: `${drive.url}/`,
    FONTS_FOLDER: root('functions/fonts'),
    COMMON_PASSWORDS_FILE: root('node_modules/@zxcvbn-ts/language-common/src/passwords.json'),
  };
};

const openStack = async ({ dataFolder }: Pick<PortalOptions, 'dataFolder'>) => {
  const assemblyFolder = synthStack();
  const { connectionString, stop } = await startPostgres();
  const server = await openDatabaseAsAurora(connectionString);
  const stopDatabase = async () => {
    await server.close();
    await stop();
  };
  const stack = await startStack({ assemblyFolder, dataFolder, server }).catch(async (error) => {
    await stopDatabase();
    throw error;
  });
  Object.assign(process.env, ownSettings(stack));
  await unpackChromium({ path: stack.overrides.added.BROWSER_FOLDER ?? '', isShared: true });

  return {
    ...stack,
    // A process starts with its first event, and a test runs the tasks that it wants.
    warm: async () => [],
    startTasks: async () => undefined,
    endLeftTransactions: () => endIdleTransactions(connectionString),
    close: async () => {
      await stack.close();
      await stopDatabase();
    },
  };
};

/** Opens the synthesized stack on a database that its own task has migrated. */
export const openStackPortal = () => openWith(openStack, mkdtempSync(join(tmpdir(), 'ow-connect-stack-')));

export type StackPortal = Awaited<ReturnType<typeof openStackPortal>>;
