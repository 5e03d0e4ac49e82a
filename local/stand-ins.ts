import { mkdirSync } from 'node:fs';
import { EVENT_QUEUES, eventQueues } from '#shared/event-queues.ts';
import {
  deadLettersUrlSetting,
  JOB_KINDS,
  jobKinds,
  ofEachKind,
  queueUrlSetting,
} from '#shared/job-kinds.ts';
import { INVITES_PER_HOUR } from '#shared/mails/mail-shares.ts';
import { startDataApi } from './data-api/data-api.ts';
import { openPglite, openPostgres } from './data-api/sql-server.ts';
import { startDrive } from './drive/drive.ts';
import { toKeyFile } from './drive/service-account.ts';
import { startFreshdesk } from './freshdesk/freshdesk.ts';
import { startQueue } from './queue/queue.ts';
import { openLocalSecrets } from './secrets/local-secrets.ts';
import { startSecrets } from './secrets/secrets.ts';
import { HELPDESK_GROUPS } from './seed/ticket-topics.ts';
import { startSes } from './ses/ses.ts';
import type { DataFolder } from './start/data-folder.ts';
import { StartRefused } from './start/start-refused.ts';

export const DRIVE_ID = '0AOWConnectSharedDrive';
export const DRIVE_FOLDER_ID = '1OWConnectInvoicesFolder';
/** A word that appears in no other text, so that a test finds it wherever it is shown. */
export const HELPDESK_API_KEY = 'localHelpdeskKey20';
/** Distinguishes the contacts of this portal from those of another portal at the same helpdesk. */
export const HELPDESK_ID_PREFIX = 'local';
const MAIL_DOMAIN = 'owconnect.example';
const MAIL_SETS = {
  MAIL_ACCOUNT_CONFIGURATION_SET: 'ow-connect-account',
  MAIL_BUSINESS_CONFIGURATION_SET: 'ow-connect-business',
};
const CLUSTER_ARN = 'arn:aws:rds:af-south-1:000000000000:cluster:ow-connect';

const openDatabase = async (folder: DataFolder, databaseUrl: string | undefined) => {
  if (databaseUrl) {
    return openPostgres(databaseUrl).catch((error) => {
      throw new StartRefused(`The database of DATABASE_URL cannot be used: ${error.message}.`, {
        cause: error,
      });
    });
  }
  mkdirSync(folder.place('database'), { recursive: true });

  return openPglite({ dataDir: folder.place('database') });
};

/**
 * Starts the stand-ins for AWS, Google and Freshdesk on the data of the folder, and returns the settings that direct
 * functions to them.
 */
export const startStandIns = async (
  folder: DataFolder,
  databaseUrl: string | undefined,
  closers: (() => Promise<unknown>)[],
) => {
  const local = openLocalSecrets(folder.place('secrets.json'));
  const sqlServer = await openDatabase(folder, databaseUrl);
  closers.push(() => sqlServer.close());

  const drive = await startDrive({
    folder: folder.place('drive'),
    driveId: DRIVE_ID,
    folderId: DRIVE_FOLDER_ID,
    serviceAccount: local.serviceAccount,
  });
  closers.push(drive.close);

  const freshdesk = await startFreshdesk({
    folder: folder.place('helpdesk'),
    apiKey: HELPDESK_API_KEY,
    groups: HELPDESK_GROUPS,
  });
  closers.push(freshdesk.close);

  const secrets = await startSecrets({
    secrets: {
      'session-key': JSON.stringify(local.sessionKey),
      'factor-key': JSON.stringify(local.factorKey),
      'database-app': JSON.stringify({ username: 'portal_app', password: local.originVerify }),
      'database-reader': JSON.stringify({ username: 'portal_reader', password: local.originVerify }),
      'database-owner': JSON.stringify({ username: 'portal_owner', password: local.originVerify }),
      'drive-credentials': JSON.stringify(toKeyFile(local.serviceAccount, drive.url)),
      'helpdesk-key': HELPDESK_API_KEY,
      'canary-password': local.originVerify,
    },
  });
  closers.push(secrets.close);

  const dataApi = await startDataApi({
    server: sqlServer,
    resolveRole: (secretArn) => {
      const secret = secrets.get(secretArn);

      return secret && JSON.parse(secret).username;
    },
  });
  closers.push(dataApi.close);

  const queue = await startQueue({
    queues: { ...ofEachKind((kind) => jobKinds[kind].queue), ...eventQueues },
    folder: folder.place('queue'),
  });
  closers.push(queue.close);

  const ses = await startSes({
    folder: folder.place('mails'),
    account: { identities: [MAIL_DOMAIN], configurationSets: Object.values(MAIL_SETS) },
    publish: (event) => queue.send('mail-events', JSON.stringify(event)),
  });
  closers.push(ses.close);

  const settings = {
    AWS_REGION: 'af-south-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_RDS_DATA: dataApi.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
    AWS_ENDPOINT_URL_SQS: queue.url,
    AWS_ENDPOINT_URL_SESV2: ses.url,
    ORIGIN_VERIFY_SECRET: local.originVerify,
    DATABASE_ARN: CLUSTER_ARN,
    DATABASE_NAME: 'portal',
    DATABASE_CLUSTER: 'ow-connect',
    COPY_REGION: '',
    COPY_KEY: '',
    COPY_PREFIX: '',
    DATABASE_SECRET_ARN: secrets.arnOf('database-app'),
    DATABASE_READER_SECRET_ARN: secrets.arnOf('database-reader'),
    DATABASE_OWNER_SECRET_ARN: secrets.arnOf('database-owner'),
    SESSION_KEY_SECRET_ARN: secrets.arnOf('session-key'),
    FACTOR_KEY_SECRET_ARN: secrets.arnOf('factor-key'),
    // The demo accounts sign in by password alone.
    ADMIN_SECOND_FACTOR: 'offered',
    ...Object.fromEntries(
      JOB_KINDS.flatMap((kind) => [
        [queueUrlSetting(kind), queue.queueUrl(kind)],
        [deadLettersUrlSetting(kind), queue.deadLettersUrl(kind)],
      ]),
    ),
    ...Object.fromEntries(EVENT_QUEUES.map((name) => [queueUrlSetting(name), queue.queueUrl(name)])),
    MAIL_FROM: `mail@${MAIL_DOMAIN}`,
    MAIL_REPLY_TO: `support@${MAIL_DOMAIN}`,
    ...MAIL_SETS,
    MAIL_RATE_PER_SECOND: '14',
    MAIL_LINKS_PER_HOUR: '500',
    MAIL_INVITES_PER_HOUR: String(INVITES_PER_HOUR),
    DRIVE_CREDENTIALS_SECRET_ARN: secrets.arnOf('drive-credentials'),
    DRIVE_API_URL: `${drive.url}/`,
    DRIVE_ID,
    DRIVE_FOLDER_ID,
    VENDORS: 'drive,helpdesk',
    DATABASE_COUNTRY: 'South Africa',
    COPY_COUNTRY: '',
    HELPDESK_URL: freshdesk.url,
    HELPDESK_KEY_SECRET_ARN: secrets.arnOf('helpdesk-key'),
    CANARY_PASSWORD_SECRET_ARN: secrets.arnOf('canary-password'),
    HELPDESK_ID_PREFIX,
    HELPDESK_CLIENT_FIELDS: '',
    HELPDESK_CONTACT_URL: `${freshdesk.agentUrl}/a/contacts/{id}`,
    HELPDESK_READS_PER_CLIENT_MINUTE: '60',
    HELPDESK_WRITES_PER_CLIENT_MINUTE: '10',
    HELPDESK_TICKETS_PER_CLIENT_HOUR: '40',
    HELPDESK_REPLIES_PER_CLIENT_HOUR: '200',
    HELPDESK_ATTACHMENT_ADDRESSES: freshdesk.attachmentsUrl,
  };

  return { dataApi, drive, freshdesk, queue, secrets, ses, settings };
};

export type StandIns = Awaited<ReturnType<typeof startStandIns>>;
