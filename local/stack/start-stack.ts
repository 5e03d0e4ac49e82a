import { join } from 'node:path';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { describeError } from '#functions/runtime/describe-error.ts';
import type { EventQueue } from '#shared/event-queues.ts';
import type { JobKind } from '#shared/job-kinds.ts';
import { type TaskName, tasks } from '#shared/tasks.ts';
import { matchRoute, NOT_FOUND, passEdge, toAnswer, toEvent } from '../aws/gateway.ts';
import type { SqlServer } from '../data-api/sql-server.ts';
import { type HttpAnswer, type HttpRequest, startHttpServer } from '../http/http-server.ts';
import { announceDatabase } from '../start/announce-database.ts';
import { browserSettings } from '../start/browser-folder.ts';
import { lockDataFolder } from '../start/data-folder.ts';
import { readAssembly } from './assembly.ts';
import { makeFunctionEnvironment, type Overrides } from './function-environment.ts';
import { makeKeyring, startGuards } from './guard.ts';
import { ACCOUNT_ID, queueHost } from './identities.ts';
import { databaseOf, issueOperatorKey, operatorGrants } from './operator.ts';
import { Permissions, readGrants } from './policies.ts';
import { type Feed, readFeeds, readFunctions, readSecrets, type StackFunction } from './portal-stack.ts';
import { makeSandboxes } from './sandboxes.ts';
import { makeSecretValues, settingOf, startStackStandIns } from './stack-stand-ins.ts';
import { makeStackReader } from './stacks.ts';

export interface StackOptions {
  /** Output folder of `cdk synth`. */
  assemblyFolder: string;
  dataFolder: string;
  /** A database in the state in which Aurora creates it. */
  server: SqlServer;
}

/** API Gateway's answer for a function that threw. */
const FAILED: HttpAnswer = {
  status: 500,
  headers: { 'content-type': 'application/json' },
  body: '{"message":"Internal Server Error"}',
};

/** Reads the functions of a synthesized stack, with their permissions and the first values of their secrets. */
const readStack = (assemblyFolder: string) => {
  const assembly = readAssembly(assemblyFolder);
  const secretValues = new Map<string, string>();
  const resources = makeStackReader(assembly, (arn) => {
    const value = secretValues.get(arn);
    if (value === undefined) {
      throw new Error(`A template takes the value of ${arn}, which is no secret.`);
    }

    return value;
  });
  for (const [arn, value] of makeSecretValues(readSecrets(resources))) {
    secretValues.set(arn, value);
  }

  const functions = readFunctions(resources, assembly.assetFolder);
  const functionWith = (key: 'name' | 'path', value: string): StackFunction => {
    const found = functions.find((each) => each[key] === value);
    if (!found) {
      throw new Error(`The stack has no function ${value}.`);
    }

    return found;
  };
  const migrate = functionWith('path', 'tasks/migrate');
  const database = databaseOf(migrate);
  const permissions = new Permissions([
    ...readGrants(resources, new Set(functions.map(({ role }) => role))),
    ...operatorGrants(database),
  ]);

  const feeds = readFeeds(resources);
  /** Returns the queue from which the task of this name gets its messages. */
  const feedOf = (name: TaskName): Feed => {
    const found = feeds.get(functionWith('path', `tasks/${name}`).name);
    if (!found) {
      throw new Error(`No queue feeds ${name}.`);
    }

    return found;
  };

  return {
    functions,
    feedOf,
    functionNamed: (name: string) => functionWith('name', name),
    functionOf: (path: string) => functionWith('path', path),
    secretValues,
    permissions,
    database,
    region: migrate.region,
  };
};

/** Serves the routes of the contract as CloudFront and API Gateway do, with the functions of the stack. */
const serveRoutes = (
  { functions, functionOf }: Pick<ReturnType<typeof readStack>, 'functions' | 'functionOf'>,
  invoke: (name: string, event: unknown) => Promise<unknown>,
) => {
  const portalOrigin = settingOf(functions, 'PORTAL_ORIGIN');
  const originVerifySecret = settingOf(functions, 'ORIGIN_VERIFY_SECRET');

  return startHttpServer(async (request: HttpRequest) => {
    const route = matchRoute(request);
    if (!route) {
      return NOT_FOUND;
    }

    // Callers use another name for the portal here, and no TLS.
    const isOwn = request.headers.origin === `http://localhost:${request.url.port}`;
    const headers = { ...request.headers, ...(isOwn && { origin: portalOrigin }) };
    const event = toEvent(passEdge({ ...request, headers }, originVerifySecret), route.parameters);
    const { name } = functionOf(`handlers/${route.id.replace('.', '/')}`);
    const result = await invoke(name, event).catch((error) => {
      process.stdout.write(`${name} failed: ${describeError(error).join(' ')}\n`);
    });

    return result ? toAnswer(result as APIGatewayProxyStructuredResultV2) : FAILED;
  });
};

/**
 * Starts the portal's functions from its synthesized stack, without an account: as they were packaged, each in separate
 * processes, with the environment and the permissions of the templates, on stand-ins that check the caller.
 */
export const startStack = async ({ assemblyFolder, dataFolder, server }: StackOptions) => {
  const folder = await lockDataFolder(dataFolder);
  const closers: (() => Promise<unknown>)[] = [folder.unlock];
  const close = async () => {
    for (const end of closers.splice(0).reverse()) {
      await end();
    }
  };

  try {
    const stack = readStack(assemblyFolder);
    const { functions, functionOf, secretValues, permissions, database, region } = stack;
    const keyring = makeKeyring();
    const refusals: string[] = [];

    const standIns = await startStackStandIns(
      { folder, functions, secretValues, server, feedOf: stack.feedOf },
      closers,
    );
    const onRefusal = (refusal: string) => {
      refusals.push(refusal);
    };
    const endpoints = {
      ...(await startGuards({ standIns, region, keyring, permissions, onRefusal }, closers)),
      DRIVE_API_URL: `${standIns.drive.url}/`,
    };
    const client = {
      region,
      endpoint: endpoints.AWS_ENDPOINT_URL_RDS_DATA,
      credentials: issueOperatorKey(keyring),
    };
    closers.push(announceDatabase(folder.place('address.json'), { client, ...database }));

    // Unpacked once for all functions: unpacking into each empty /tmp takes most of a function's time on a busy
    // machine.
    const browser = browserSettings();
    const helpdeskUrl = settingOf(functions, 'HELPDESK_URL');
    const overrides: Overrides = {
      // The administrators of tests sign in by password alone.
      added: { ...endpoints, ...browser, ADMIN_SECOND_FACTOR: 'offered' },
      moved: [
        [queueHost(region), endpoints.AWS_ENDPOINT_URL_SQS],
        [`${helpdeskUrl}/a/`, `${standIns.freshdesk.agentUrl}/a/`],
        [helpdeskUrl, standIns.freshdesk.url],
        ['https://attachment.freshdesk.com/', standIns.freshdesk.attachmentsUrl],
      ],
    };
    const sandboxes = makeSandboxes({
      packageOf: stack.functionNamed,
      folder: join(dataFolder, 'tmp'),
      writableFolders: [browser.BROWSER_FOLDER],
      onLine: (line) => process.stdout.write(`${line}\n`),
      environmentOf: (name, temporaryFolder) => {
        const lambda = stack.functionNamed(name);
        const credentials = keyring.issue(lambda.role);

        // The canary calls the portal at this address; nothing answers at the portal's real name.
        const added = { ...overrides.added, PORTAL_ADDRESS: http.url.replace('127.0.0.1', 'localhost') };

        return makeFunctionEnvironment(lambda, {
          overrides: { ...overrides, added },
          credentials,
          temporaryFolder,
        });
      },
    });
    closers.push(sandboxes.close);
    const runTask = (name: TaskName, event: unknown = {}) =>
      sandboxes.invoke(functionOf(`tasks/${name}`).name, event);

    const http = await serveRoutes(stack, sandboxes.invoke);
    closers.push(http.close);

    for (const [name, { trigger }] of Object.entries(tasks)) {
      if (trigger === 'deployment') {
        await runTask(name as TaskName);
      }
    }

    return {
      ...standIns,
      url: `http://localhost:${new URL(http.url).port}`,
      runTask,
      close,
      queue: {
        ...standIns.queue,
        queueUrl: (name: JobKind | EventQueue) => standIns.queue.queueUrl(stack.feedOf(name).queueName),
        deadLettersUrl: (name: JobKind | EventQueue) =>
          `${standIns.queue.url}/${ACCOUNT_ID}/${stack.feedOf(name).deadLettersName}`,
      },
      functions,
      functionOf,
      permissions,
      refusals,
      overrides,
      cool: sandboxes.cool,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
