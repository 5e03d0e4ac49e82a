import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSEvent } from 'aws-lambda';
import { type JobName, jobs, queues } from '#shared/jobs.ts';
import { openPglite, openPostgres } from './data-api/sql-server.ts';
import { startDataApi } from './data-api.ts';
import { openDataFolder } from './data-folder.ts';
import { toKeyFile } from './drive/service-account.ts';
import { startDrive } from './drive.ts';
import { startEventSource } from './event-source.ts';
import { makeGateway } from './gateway.ts';
import { startHttpServer } from './http-server.ts';
import { createLambdaContext } from './lambda-context.ts';
import { openLocalSecrets } from './local-secrets.ts';
import { startQueue } from './queue.ts';
import { startScheduler } from './scheduler.ts';
import { startSecrets } from './secrets.ts';
import { makeSite } from './site.ts';

const DRIVE_ID = '0AOWConnectSharedDrive';
const DRIVE_FOLDER_ID = '1OWConnectInvoicesFolder';
const CLUSTER_ARN = 'arn:aws:rds:af-south-1:000000000000:cluster:ow-connect';

const root = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

interface PortalOptions {
  dataFolder: string;
  /** 0 takes a free port. */
  port: number;
  reset?: boolean;
  /** A PostgreSQL server instead of the embedded one. */
  databaseUrl?: string | undefined;
  /** Runs the jobs that have a schedule; tests run them when they want to. */
  runSchedule?: boolean;
  settings?: Record<string, string>;
}

type JobHandler = (event: unknown, context: Context) => Promise<unknown>;

const loadJob = async (name: JobName): Promise<JobHandler> => {
  const module: { handler: JobHandler } = await import(root(`functions/jobs/${name}.ts`));

  return module.handler;
};

/**
 * The whole portal in this process: the stand-ins for AWS and Google, and the same handlers and jobs that run on
 * Lambda, found through the contract and shared/jobs.ts. One a process, because handlers read their settings once.
 */
export const startPortal = async (options: PortalOptions) => {
  const folder = await openDataFolder(options.dataFolder, { reset: options.reset ?? false });
  const closers: (() => Promise<unknown>)[] = [folder.unlock];
  const close = async () => {
    for (const end of closers.splice(0).reverse()) await end();
  };

  try {
    const secrets = openLocalSecrets(folder.place('secrets.json'));
    mkdirSync(folder.place('database'), { recursive: true });
    const sqlServer = options.databaseUrl
      ? await openPostgres(options.databaseUrl)
      : await openPglite({ dataDir: folder.place('database') });
    closers.push(() => sqlServer.close());

    const drive = await startDrive({
      folder: folder.place('drive'),
      driveId: DRIVE_ID,
      folderId: DRIVE_FOLDER_ID,
      serviceAccount: secrets.serviceAccount,
    });
    closers.push(drive.close);

    const secretsServer = await startSecrets({
      secrets: {
        'session-key': JSON.stringify(secrets.sessionKey),
        'database-app': JSON.stringify({ username: 'portal_app', password: secrets.originVerify }),
        'database-owner': JSON.stringify({ username: 'portal_owner', password: secrets.originVerify }),
        'drive-credentials': JSON.stringify(toKeyFile(secrets.serviceAccount, drive.url)),
      },
    });
    closers.push(secretsServer.close);

    const dataApi = await startDataApi({
      server: sqlServer,
      resolveRole: (secretArn) => {
        const secret = secretsServer.get(secretArn);
        return secret && JSON.parse(secret).username;
      },
    });
    closers.push(dataApi.close);

    const queue = await startQueue({ queues, folder: folder.place('queue') });
    closers.push(queue.close);

    const gateway = makeGateway(secrets.originVerify);
    const site = makeSite(root('dist/web'));
    const http = await startHttpServer(
      (request) => (request.url.pathname.startsWith('/api/') ? gateway.answer(request) : site(request)),
      options.port,
    );
    closers.push(http.close);
    const url = `http://localhost:${new URL(http.url).port}`;

    // The handlers and the AWS SDK read these; on AWS the stack sets them, or the SDK knows.
    Object.assign(process.env, {
      AWS_REGION: 'af-south-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL_RDS_DATA: dataApi.url,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secretsServer.url,
      AWS_ENDPOINT_URL_SQS: queue.url,
      POWERTOOLS_SERVICE_NAME: 'ow-connect',
      PORTAL_ORIGIN: url,
      ORIGIN_VERIFY_SECRET: secrets.originVerify,
      SESSION_COOKIE_NAME: 'session',
      DATABASE_ARN: CLUSTER_ARN,
      DATABASE_NAME: 'portal',
      DATABASE_SECRET_ARN: secretsServer.arnOf('database-app'),
      DATABASE_OWNER_SECRET_ARN: secretsServer.arnOf('database-owner'),
      MIGRATIONS_FOLDER: root('functions/database/migrations'),
      SESSION_KEY_SECRET_ARN: secretsServer.arnOf('session-key'),
      INVOICE_QUEUE_URL: queue.queueUrl('invoice-pdf'),
      INVOICE_DEAD_LETTER_QUEUE_URL: queue.deadLettersUrl('invoice-pdf'),
      DRIVE_CREDENTIALS_SECRET_ARN: secretsServer.arnOf('drive-credentials'),
      DRIVE_API_URL: `${drive.url}/`,
      DRIVE_ID,
      DRIVE_FOLDER_ID,
      FONTS_FOLDER: root('functions/fonts'),
      ...options.settings,
    });

    const runJob = async (name: JobName, event: unknown = {}) => {
      const handler = await loadJob(name);

      return handler(event, createLambdaContext(name, jobs[name].timeoutSeconds));
    };
    await runJob('migrate');

    return {
      url,
      dataApi,
      drive,
      queue,
      secrets: secretsServer,
      folder,
      runJob,
      warm: gateway.warm,
      /** Lets the jobs run: those of queues at each message and, if wanted, those with a schedule at their rate. */
      startJobs: async () => {
        for (const [name, { trigger, timeoutSeconds }] of Object.entries(jobs) as [
          JobName,
          (typeof jobs)[JobName],
        ][]) {
          if (typeof trigger === 'object' && 'queue' in trigger) {
            const source = await startEventSource({
              client: new SQSClient({}),
              queueUrl: queue.queueUrl(trigger.queue),
              functionName: name,
              handler: (event: SQSEvent) => runJob(name, event),
              timeoutSeconds,
              maxConcurrency: queues[trigger.queue].maxConcurrency,
            });
            closers.push(source.close);
          }
        }
        if (options.runSchedule === false) return;

        const scheduler = startScheduler({
          jobs: (Object.entries(jobs) as [JobName, (typeof jobs)[JobName]][]).flatMap(
            ([name, { trigger }]) =>
              typeof trigger === 'object' && 'schedule' in trigger
                ? [{ name, schedule: trigger.schedule, run: () => runJob(name) }]
                : [],
          ),
        });
        closers.push(scheduler.close);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
