import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import * as z from 'zod';
import { deadLettersUrlSetting, JOB_KINDS, jobKinds, queueUrlSetting } from '#shared/job-kinds.ts';
import type { SqlServer } from '../data-api/sql-server.ts';
import { startDataApi } from '../data-api.ts';
import type { DataFolder } from '../data-folder.ts';
import { toKeyFile } from '../drive/service-account.ts';
import { startDrive } from '../drive.ts';
import { startFreshdesk } from '../freshdesk.ts';
import { openLocalSecrets } from '../local-secrets.ts';
import { startQueue } from '../queue.ts';
import { startSecrets } from '../secrets.ts';
import { HELPDESK_GROUPS } from '../seed/ticket-topics.ts';
import { HELPDESK_API_KEY } from '../stand-ins.ts';
import type { readSecrets, StackFunction } from './portal-stack.ts';

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const PUNCTUATION = '!#$%&()*+,-./:;<=>?@[]^_{|}~';

type GeneratedSecret = ReturnType<typeof readSecrets>[number]['generate'];

/** The first value of a secret, as Secrets Manager makes it. */
const generate = (wanted: GeneratedSecret): string => {
  const alphabet = [...LETTERS_AND_DIGITS, ...(wanted.ExcludePunctuation ? '' : PUNCTUATION)].filter(
    (character) => !wanted.ExcludeCharacters?.includes(character),
  );
  const password = Array.from(
    { length: wanted.PasswordLength },
    () => alphabet[randomInt(alphabet.length)],
  ).join('');
  if (!wanted.SecretStringTemplate || !wanted.GenerateStringKey) {
    return password;
  }

  return JSON.stringify({ ...JSON.parse(wanted.SecretStringTemplate), [wanted.GenerateStringKey]: password });
};

const databaseSecret = z.object({ username: z.string() });

/** The setting of this name, which is the same for every function that has it. */
export const settingOf = (functions: readonly StackFunction[], name: string): string => {
  const values = new Set(functions.flatMap(({ environment }) => environment[name] ?? []));
  const [value, ...others] = values;
  if (!value || others.length > 0) {
    throw new Error(`The stack gives its functions no one ${name}.`);
  }

  return value;
};

/** The name of the queue whose address is this setting. */
export const queueNameOf = (functions: readonly StackFunction[], setting: string): string =>
  settingOf(functions, setting).split('/').at(-1) ?? '';

/** The values of the secrets before anything runs: those that Secrets Manager makes. */
export const makeSecretValues = (secrets: ReturnType<typeof readSecrets>): Map<string, string> =>
  new Map(secrets.map(({ arn, generate: wanted }) => [arn, generate(wanted)]));

interface Options {
  folder: DataFolder;
  functions: readonly StackFunction[];
  secretValues: ReadonlyMap<string, string>;
  server: SqlServer;
}

/** The stand-ins for AWS, Google and Freshdesk that hold what the stack's template says and what people put by hand. */
export const startStackStandIns = async (
  { folder, functions, secretValues, server }: Options,
  closers: (() => Promise<unknown>)[],
) => {
  const { serviceAccount } = openLocalSecrets(folder.place('secrets.json'));

  const drive = await startDrive({
    folder: folder.place('drive'),
    driveId: settingOf(functions, 'DRIVE_ID'),
    folderId: settingOf(functions, 'DRIVE_FOLDER_ID'),
    serviceAccount,
  });
  closers.push(drive.close);

  const freshdesk = await startFreshdesk({
    folder: folder.place('helpdesk'),
    apiKey: HELPDESK_API_KEY,
    groups: HELPDESK_GROUPS,
  });
  closers.push(freshdesk.close);

  const secrets = await startSecrets({ secrets: {} });
  closers.push(secrets.close);
  for (const [arn, value] of secretValues) {
    secrets.putArn(arn, value);
  }
  // docs/operations.md: the two that people put by hand.
  secrets.putArn(
    settingOf(functions, 'DRIVE_CREDENTIALS_SECRET_ARN'),
    JSON.stringify(toKeyFile(serviceAccount, drive.url)),
  );
  secrets.putArn(settingOf(functions, 'HELPDESK_KEY_SECRET_ARN'), HELPDESK_API_KEY);

  // For whoever looks for these secrets where none may be shown.
  const sessionKey = JSON.parse(secrets.get(settingOf(functions, 'SESSION_KEY_SECRET_ARN')) ?? '');
  const originVerify = settingOf(functions, 'ORIGIN_VERIFY_SECRET');
  writeFileSync(folder.place('secrets.json'), JSON.stringify({ sessionKey, originVerify, serviceAccount }));

  const dataApi = await startDataApi({
    server,
    resolveRole: (secretArn) => {
      const secret = secrets.get(secretArn);

      return secret && databaseSecret.parse(JSON.parse(secret)).username;
    },
  });
  closers.push(dataApi.close);

  const queues = JOB_KINDS.map((kind) => [
    queueNameOf(functions, queueUrlSetting(kind)),
    { ...jobKinds[kind].queue, deadLettersName: queueNameOf(functions, deadLettersUrlSetting(kind)) },
  ]);
  const queue = await startQueue({
    queues: Object.fromEntries(queues),
    folder: folder.place('queue'),
  });
  closers.push(queue.close);

  return { dataApi, drive, freshdesk, queue, secrets };
};
