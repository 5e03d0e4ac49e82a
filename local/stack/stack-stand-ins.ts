import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import * as z from 'zod';
import { EVENT_QUEUES, eventQueues } from '#shared/event-queues.ts';
import { JOB_KINDS, jobKinds } from '#shared/job-kinds.ts';
import type { TaskName } from '#shared/tasks.ts';
import { startDataApi } from '../data-api/data-api.ts';
import type { SqlServer } from '../data-api/sql-server.ts';
import { startDrive } from '../drive/drive.ts';
import { toKeyFile } from '../drive/service-account.ts';
import { startFreshdesk } from '../freshdesk/freshdesk.ts';
import { startQueue } from '../queue/queue.ts';
import { openLocalSecrets } from '../secrets/local-secrets.ts';
import { startSecrets } from '../secrets/secrets.ts';
import { HELPDESK_GROUPS } from '../seed/ticket-topics.ts';
import { startSes } from '../ses/ses.ts';
import { HELPDESK_API_KEY } from '../stand-ins.ts';
import type { DataFolder } from '../start/data-folder.ts';
import type { Feed, readSecrets, StackFunction } from './portal-stack.ts';

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const PUNCTUATION = '!#$%&()*+,-./:;<=>?@[]^_{|}~';

type GeneratedSecret = ReturnType<typeof readSecrets>[number]['generate'];

/** Generates the first value of a secret as Secrets Manager does. */
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

/** Returns the setting of this name, which is the same for every function that has it. */
export const settingOf = (functions: readonly StackFunction[], name: string): string => {
  const values = new Set(functions.flatMap(({ environment }) => environment[name] ?? []));
  const [value, ...others] = values;
  if (!value || others.length > 0) {
    throw new Error(`The stack gives its functions no one ${name}.`);
  }

  return value;
};

/** Makes the initial values of the secrets, which Secrets Manager generates. */
export const makeSecretValues = (secrets: ReturnType<typeof readSecrets>): Map<string, string> =>
  new Map(secrets.map(({ arn, generate: wanted }) => [arn, generate(wanted)]));

interface Options {
  folder: DataFolder;
  functions: readonly StackFunction[];
  secretValues: ReadonlyMap<string, string>;
  server: SqlServer;
  feedOf(name: TaskName): Feed;
}

/**
 * Starts the stand-ins for AWS, Google and Freshdesk, with the content of the stack's template and the keys that people
 * store by hand.
 */
export const startStackStandIns = async (
  { folder, functions, secretValues, server, feedOf }: Options,
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
  // The two secrets that people store by hand (docs/operations/deploy.md).
  secrets.putArn(
    settingOf(functions, 'DRIVE_CREDENTIALS_SECRET_ARN'),
    JSON.stringify(toKeyFile(serviceAccount, drive.url)),
  );
  secrets.putArn(settingOf(functions, 'HELPDESK_KEY_SECRET_ARN'), HELPDESK_API_KEY);

  // For tests that look for these secrets in places where none may appear.
  const sessionKey = JSON.parse(secrets.get(settingOf(functions, 'SESSION_KEY_SECRET_ARN')) ?? '');
  const factorKey = JSON.parse(secrets.get(settingOf(functions, 'FACTOR_KEY_SECRET_ARN')) ?? '');
  const originVerify = settingOf(functions, 'ORIGIN_VERIFY_SECRET');
  writeFileSync(
    folder.place('secrets.json'),
    JSON.stringify({ sessionKey, factorKey, originVerify, serviceAccount }),
  );

  const dataApi = await startDataApi({
    server,
    resolveRole: (secretArn) => {
      const secret = secrets.get(secretArn);

      return secret && databaseSecret.parse(JSON.parse(secret)).username;
    },
  });
  closers.push(dataApi.close);

  const ofJobs = JOB_KINDS.map((kind) => [feedOf(kind), jobKinds[kind].queue] as const);
  const ofEvents = EVENT_QUEUES.map((name) => [feedOf(name), eventQueues[name]] as const);
  const queues = [...ofJobs, ...ofEvents].map(([{ queueName, deadLettersName }, rules]) => [
    queueName,
    { ...rules, deadLettersName },
  ]);
  const queue = await startQueue({
    queues: Object.fromEntries(queues),
    folder: folder.place('queue'),
  });
  closers.push(queue.close);

  const settingsOf = (name: string) =>
    new Set(functions.flatMap(({ environment }) => environment[name] || []));
  const ses = await startSes({
    folder: folder.place('mails'),
    account: {
      // Operators verify the sender's domain by hand (docs/operations/deploy.md).
      identities: [...settingsOf('MAIL_FROM')].map((sender) => sender.slice(sender.indexOf('@') + 1)),
      configurationSets: [
        ...settingsOf('MAIL_ACCOUNT_CONFIGURATION_SET'),
        ...settingsOf('MAIL_BUSINESS_CONFIGURATION_SET'),
      ],
    },
    publish: (event) => queue.send(feedOf('mail-events').queueName, JSON.stringify(event)),
  });
  closers.push(ses.close);

  return { dataApi, drive, freshdesk, queue, secrets, ses };
};
