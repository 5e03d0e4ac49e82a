import { fileURLToPath } from 'node:url';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSEvent } from 'aws-lambda';
import { describeError } from '#functions/runtime/describe-error.ts';
import type { Capability } from '#shared/contract/route.ts';
import { SECURITY_HEADERS } from '#shared/edge.ts';
import { type JobKind, jobKinds } from '#shared/job-kinds.ts';
import { type JobName, jobs } from '#shared/jobs.ts';
import { announceDatabase, type DatabaseAddress } from './announce-database.ts';
import { browserSettings } from './browser-folder.ts';
import { lockDataFolder } from './data-folder.ts';
import { startEventSource } from './event-source.ts';
import { makeGateway } from './gateway.ts';
import { type HttpAnswer, type HttpHandler, type HttpRequest, startHttpServer } from './http-server.ts';
import { makeLambdaContext } from './lambda-context.ts';
import { startScheduler } from './scheduler.ts';
import { makeSite } from './site.ts';
import { type StandIns, startStandIns } from './stand-ins.ts';
import { StartRefused } from './start-refused.ts';

const root = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

export interface PortalOptions {
  dataFolder: string;
  /** 0 takes a free port. */
  port: number;
  reset?: boolean;
  /** Fills an empty data folder before the portal answers; if it is interrupted, the next start begins again. */
  fill?: (standIns: Pick<StandIns, 'freshdesk'>) => Promise<void>;
  /** The built site. */
  webFolder?: string;
  /** A PostgreSQL server instead of the embedded one. */
  databaseUrl?: string | undefined;
  /** Runs the jobs that have a schedule; tests run them at chosen times. */
  runSchedule?: boolean;
  settings?: Record<string, string>;
  /** Timeout of a handler; shorter in tests to save time. */
  routeTimeoutSeconds?: number;
  /** Called with every request when it arrives. */
  onRequest?: (request: HttpRequest) => void;
  /** Called with every answer before it is sent. */
  onAnswer?: (request: HttpRequest, answer: HttpAnswer) => void;
  /** Called for each failed job. */
  logError?: (message: string, error: unknown) => void;
}

type JobHandler = (event: unknown, context: Context) => Promise<unknown>;

const jobsThatRan = new Set<JobName>();

const usesOf = (name: JobName): readonly Capability[] => jobs[name].uses;

const runJob = async (name: JobName, event: unknown = {}): Promise<unknown> => {
  jobsThatRan.add(name);
  const module: { handler: JobHandler } = await import(root(`functions/jobs/${name}.ts`));

  return module.handler(event, makeLambdaContext(name, jobs[name].timeoutSeconds));
};

/** Closes the browser that the PDF job keeps open: killed with this process, it would leave its profile behind. */
const closeChromium = async () => {
  const hasPrinted = [...jobsThatRan].some((name) => usesOf(name).includes('pdfPrinter'));
  if (!hasPrinted) {
    return;
  }

  const { pdfPrinter } = await import('#functions/runtime/ports/pdf-printer-port.ts');
  await pdfPrinter.close();
};

/** Listens on the port before the portal is ready: requests wait for `open`. */
const startDoor = async (port: number) => {
  const answering = Promise.withResolvers<HttpHandler>();
  const http = await startHttpServer(async (request) => (await answering.promise)(request), port).catch(
    (error) => {
      if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') {
        throw error;
      }
      const fault = error.code === 'EACCES' ? 'may not be used' : 'is taken';
      throw new StartRefused(`Port ${port} ${fault}. Please choose another PORT.`, { cause: error });
    },
  );

  return {
    url: `http://localhost:${new URL(http.url).port}`,
    open: answering.resolve,
    close: http.close,
  };
};

/**
 * Sets the headers that CloudFront sets on the API's answers: they replace existing ones, except for a content security
 * policy.
 */
const withSecurityHeaders = ({ headers = {}, ...answer }: HttpAnswer): HttpAnswer => {
  const policy = 'content-security-policy';

  return {
    ...answer,
    headers: { ...headers, ...SECURITY_HEADERS, [policy]: headers[policy] ?? SECURITY_HEADERS[policy] },
  };
};

const printError = (message: string, error: unknown) => console.error(message, ...describeError(error));

/**
 * Starts the jobs: those with a queue run at each message, those with a schedule at their rate if `runSchedule` is set.
 */
const startJobs = async (
  queueUrl: (kind: JobKind) => string,
  { runSchedule = true, logError = printError }: PortalOptions,
) => {
  const scheduled: { name: JobName; schedule: string; run: () => Promise<unknown> }[] = [];
  const started: { close(): Promise<void> }[] = [];

  for (const name of Object.keys(jobs) as JobName[]) {
    const { trigger, timeoutSeconds } = jobs[name];
    if (trigger === 'deployment') {
      continue;
    }
    if ('schedule' in trigger) {
      scheduled.push({ name, schedule: trigger.schedule, run: () => runJob(name) });
      continue;
    }

    const source = await startEventSource({
      client: new SQSClient({}),
      queueUrl: queueUrl(trigger.queue),
      functionName: name,
      handler: (event: SQSEvent) => runJob(name, event),
      timeoutSeconds,
      maxConcurrency: jobKinds[trigger.queue].queue.maxConcurrency,
      logError,
    });
    started.push(source);
  }
  if (runSchedule) {
    started.push(startScheduler({ jobs: scheduled, logError }));
  }

  return started;
};

/** Migrates the database to the schema of this checkout. A database of another checkout may not fit its migrations. */
const migrate = async ({ dataFolder, databaseUrl }: PortalOptions) => {
  try {
    await runJob('migrate');
  } catch (error) {
    if (!String(error).includes('SQLState')) {
      throw error;
    }

    const sentence = databaseUrl
      ? 'The database of DATABASE_URL cannot be brought to this version of the portal. Please empty it, or choose another.'
      : `The data in ${dataFolder} cannot be brought to this version of the portal. npm start -- --reset deletes it and begins anew.`;
    throw new StartRefused(sentence, { cause: error });
  }
};

const addressOf = (settings: StandIns['settings']): DatabaseAddress => ({
  client: {
    region: settings.AWS_REGION,
    endpoint: settings.AWS_ENDPOINT_URL_RDS_DATA,
    credentials: {
      accessKeyId: settings.AWS_ACCESS_KEY_ID,
      secretAccessKey: settings.AWS_SECRET_ACCESS_KEY,
    },
  },
  resourceArn: settings.DATABASE_ARN,
  database: settings.DATABASE_NAME,
  applicationSecretArn: settings.DATABASE_SECRET_ARN,
  ownerSecretArn: settings.DATABASE_OWNER_SECRET_ARN,
});

/**
 * Starts the whole portal in this process: the stand-ins for AWS, Google and Freshdesk, and the same handlers and jobs
 * that run on Lambda, found through the contract and shared/jobs.ts. Only one portal per process, because handlers read
 * their settings once.
 */
export const startPortal = async (options: PortalOptions) => {
  const folder = await lockDataFolder(options.dataFolder);
  const closers: (() => Promise<unknown>)[] = [folder.unlock];
  const close = async () => {
    for (const end of closers.splice(0).reverse()) {
      await end();
    }
  };

  try {
    // First, so that a taken port is noticed before anything is opened or emptied.
    const door = await startDoor(options.port);
    closers.push(door.close);

    if (options.reset || !folder.isFilled()) {
      folder.empty();
    }
    const { settings, ...standIns } = await startStandIns(folder, options.databaseUrl, closers);
    // Settings that the stack sets on AWS, and addresses that the AWS SDK knows by itself there.
    Object.assign(process.env, {
      ...settings,
      POWERTOOLS_SERVICE_NAME: 'ow-connect',
      PORTAL_ORIGIN: door.url,
      PORTAL_ADDRESS: door.url,
      SESSION_COOKIE_NAME: 'session',
      MIGRATIONS_FOLDER: root('functions/database/migrations'),
      FONTS_FOLDER: root('functions/fonts'),
      ...browserSettings(),
      COMMON_PASSWORDS_FILE: root('node_modules/@zxcvbn-ts/language-common/src/passwords.json'),
      ...options.settings,
    });

    closers.push(closeChromium);
    await migrate(options);
    if (!folder.isFilled()) {
      await options.fill?.(standIns);
      folder.markFilled();
    }

    const gateway = makeGateway(settings.ORIGIN_VERIFY_SECRET, options.routeTimeoutSeconds);
    const site = makeSite(options.webFolder ?? root('dist/web'));
    closers.push(announceDatabase(folder.place('address.json'), addressOf(settings)));
    door.open(async (request) => {
      options.onRequest?.(request);
      const isForApi = request.url.pathname.startsWith('/api/');
      const answer = isForApi ? withSecurityHeaders(await gateway.answer(request)) : await site(request);
      options.onAnswer?.(request, answer);

      return answer;
    });

    return {
      ...standIns,
      url: door.url,
      runJob,
      warm: gateway.warm,
      startJobs: async () => {
        const started = await startJobs(standIns.queue.queueUrl, options);
        closers.push(...started.map((job) => job.close));
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

export type Portal = Awaited<ReturnType<typeof startPortal>>;
