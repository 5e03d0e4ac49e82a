import { join } from 'node:path';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { describeError } from '#functions/runtime/describe-error.ts';
import { deadLettersUrlSetting, type JobKind, queueUrlSetting } from '#shared/job-kinds.ts';
import type { JobName } from '#shared/jobs.ts';
import { announceDatabase } from '../announce-database.ts';
import type { SqlServer } from '../data-api/sql-server.ts';
import { lockDataFolder } from '../data-folder.ts';
import { startEventSource } from '../event-source.ts';
import { type HttpAnswer, type HttpRequest, startHttpServer } from '../http-server.ts';
import { makeApi } from './api.ts';
import { readAssembly } from './assembly.ts';
import { makeEdge } from './edge.ts';
import { makeFunctionEnvironment, type Overrides } from './function-environment.ts';
import { makeFunctionLog } from './function-log.ts';
import { makeKeyring } from './guard.ts';
import { startGuards } from './guards.ts';
import { ACCOUNT_ID, queueHost } from './identities.ts';
import { mayInvoke, readInvokers, requireTrustedRoles } from './invokers.ts';
import { databaseOf, issueOperatorKey, operatorGrants } from './operator.ts';
import { Permissions, readGrants } from './policies.ts';
import {
  only,
  readEventSources,
  readFunctions,
  readQueues,
  readSecrets,
  type StackFunction,
} from './portal-stack.ts';
import { makeSandboxes } from './sandboxes.ts';
import { openSiteBucket } from './site-bucket.ts';
import { makeSecretValues, settingOf, startStackStandIns } from './stack-stand-ins.ts';
import { openStacks } from './stacks.ts';

/** How our own functions name themselves; CDK's have no such name. */
const SERVICE_NAME = 'POWERTOOLS_SERVICE_NAME';

export interface StackOptions {
  /** What `cdk synth` wrote. */
  assemblyFolder: string;
  dataFolder: string;
  /** The database as Aurora leaves it. */
  server: SqlServer;
  /** Whether the database has been brought to this version already. */
  isMigrated?: boolean;
  /** Over the environment that the template gives. */
  settings?: Record<string, string>;
  onRequest?: (request: HttpRequest) => void;
  onAnswer?: (request: HttpRequest, answer: HttpAnswer) => void;
  logError?: (message: string, error: unknown) => void;
}

const printError = (message: string, error: unknown) => console.error(message, ...describeError(error));

/**
 * The portal from its synthesized stack, without an account: the packaged functions in processes of their own, with the
 * environment, permissions, routes, triggers and edge that the templates give them, before stand-ins that check who asks.
 */
export const startStack = async (options: StackOptions) => {
  const { settings = {}, logError = printError } = options;
  const folder = await lockDataFolder(options.dataFolder);
  const closers: (() => Promise<unknown>)[] = [folder.unlock];
  const close = async () => {
    for (const end of closers.splice(0).reverse()) await end();
  };

  try {
    const assembly = readAssembly(options.assemblyFolder);
    const secretValues = new Map<string, string>();
    const resources = openStacks(assembly, (arn) => {
      const value = secretValues.get(arn);
      if (value === undefined) throw new Error(`A template takes the value of ${arn}, which is no secret.`);

      return value;
    });
    for (const [arn, value] of makeSecretValues(readSecrets(resources))) secretValues.set(arn, value);

    const functions = readFunctions(resources, assembly.assetFolder);
    requireTrustedRoles(resources, functions);
    const functionNamed = (name: string): StackFunction => {
      const found = functions.find((each) => each.name === name);
      if (!found) throw new Error(`The stack has no function ${name}.`);

      return found;
    };
    const functionOf = (path: string): StackFunction => {
      const found = functions.find(({ environment }) => environment[SERVICE_NAME] === path);
      if (!found) throw new Error(`The stack has no function for ${path}.`);

      return found;
    };
    const region = functionOf('jobs/migrate').arn.split(':')[3] ?? '';
    const database = databaseOf(functionOf('jobs/migrate'));
    const permissions = new Permissions([...readGrants(resources), ...operatorGrants(database)]);
    const keyring = makeKeyring();
    const refusals: string[] = [];

    const standIns = await startStackStandIns(
      { folder, functions, queues: readQueues(resources), secretValues, server: options.server },
      closers,
    );

    const onRefusal = (refusal: string) => {
      refusals.push(refusal);
    };
    const endpoints = {
      ...(await startGuards({ standIns, region, keyring, permissions, onRefusal }, closers)),
      DRIVE_API_URL: `${standIns.drive.url}/`,
    };

    closers.push(
      announceDatabase(folder.place('address.json'), {
        client: {
          region,
          endpoint: endpoints.AWS_ENDPOINT_URL_RDS_DATA,
          credentials: issueOperatorKey(keyring),
        },
        ...database,
      }),
    );

    const api = only(resources, 'AWS::ApiGatewayV2::Api');
    const bucket = openSiteBucket(resources, assembly.assetFolder);
    const edgeRequests: Pick<HttpRequest, 'headers'>[] = [];
    const answerRoute = makeApi(resources, {
      invoke: (name, event) => sandboxes.invoke(name, event),
      onRefusal,
      logError,
    });
    const answerApi = (request: HttpRequest) => {
      edgeRequests.push({ headers: request.headers });

      return answerRoute(request);
    };

    const answerEdge = makeEdge(resources, (domain) => {
      if (domain === bucket.domainName) return bucket.answer;
      if (domain === `${api.ref}.execute-api.${region}.amazonaws.com`) return answerApi;
      throw new Error(`The distribution asks ${domain}, which is no origin of the stack.`);
    });
    const portalOrigin = settingOf(functions, 'PORTAL_ORIGIN');
    const http = await startHttpServer(async (request) => {
      options.onRequest?.(request);
      // A browser knows this edge by another name, and without TLS.
      const isOwn = request.headers.origin === `http://localhost:${request.url.port}`;
      const headers = { ...request.headers, ...(isOwn && { origin: portalOrigin }) };
      const answer = await answerEdge({ ...request, headers });
      if (answer) options.onAnswer?.(request, answer);

      return answer;
    });
    closers.push(http.close);
    const url = `http://localhost:${new URL(http.url).port}`;

    const helpdeskUrl = settingOf(functions, 'HELPDESK_URL');
    const overrides: Overrides = {
      added: { ...endpoints, ...settings },
      moved: [
        [queueHost(region), endpoints.AWS_ENDPOINT_URL_SQS],
        [`${helpdeskUrl}/a/`, `${standIns.freshdesk.agentUrl}/a/`],
        [helpdeskUrl, standIns.freshdesk.url],
        ['https://attachment.freshdesk.com/', standIns.freshdesk.attachmentsUrl],
      ],
    };

    const log = makeFunctionLog({ region, permissions, functionNamed, onRefusal });
    const sandboxes = makeSandboxes({
      packageOf: functionNamed,
      folder: join(options.dataFolder, 'tmp'),
      onLine: log.take,
      environmentOf: (name, temporaryFolder) => {
        const lambda = functionNamed(name);
        const credentials = keyring.issue(lambda.role);

        return makeFunctionEnvironment(lambda, { overrides, credentials, temporaryFolder });
      },
    });
    closers.push(sandboxes.close);

    const invokers = readInvokers(resources, functions);
    const runJob = async (name: JobName, event: unknown = {}): Promise<unknown> => {
      const { name: functionName } = functionOf(`jobs/${name}`);
      const refused = invokers.find(
        (invoker) => invoker.functionName === functionName && !mayInvoke(permissions, invoker),
      );
      if (refused) throw new Error(`${refused.role} is not authorized to perform: lambda:InvokeFunction`);

      return sandboxes.invoke(functionName, event);
    };
    if (!options.isMigrated) {
      for (const { rateSeconds, functionName } of invokers) {
        const path = functionNamed(functionName).environment[SERVICE_NAME]?.replace('jobs/', '');
        if (rateSeconds === undefined) await runJob(path as JobName);
      }
    }

    const queueName = (setting: string) => settingOf(functions, setting).split('/').at(-1) ?? '';
    const queueUrl = (kind: JobKind) => standIns.queue.queueUrl(queueName(queueUrlSetting(kind)));

    const queueClientOf = (role: string) =>
      new SQSClient({
        endpoint: endpoints.AWS_ENDPOINT_URL_SQS,
        region,
        credentials: keyring.issue(role),
        maxAttempts: 1,
      });

    const startJobs = async () => {
      for (const { functionName, queueName: name, maxConcurrency } of readEventSources(resources)) {
        const { role, timeoutSeconds } = functionNamed(functionName);
        const source = await startEventSource({
          client: queueClientOf(role),
          queueUrl: `${endpoints.AWS_ENDPOINT_URL_SQS}/${ACCOUNT_ID}/${name}`,
          functionName,
          handler: (event: SQSEvent) => sandboxes.invoke(functionName, event),
          timeoutSeconds,
          maxConcurrency,
          logError,
        });
        closers.push(source.close);
      }
    };

    return {
      ...standIns,
      url,
      runJob,
      startJobs,
      close,
      queue: {
        ...standIns.queue,
        queueUrl,
        deadLettersUrl: (kind: JobKind) =>
          `${standIns.queue.url}/${ACCOUNT_ID}/${queueName(deadLettersUrlSetting(kind))}`,
        hold: (kind: JobKind) => standIns.queue.hold(queueName(queueUrlSetting(kind))),
      },
      functions,
      functionOf,
      invokers,
      eventSources: readEventSources(resources),
      permissions,
      refusals,
      /** What the edge let through to the API. */
      edgeRequests,
      overrides,
      countLines: log.count,
      /** A client of SQS that asks as the role of a function, as Lambda does for its event source. */
      queueClientOf,
      invoke: sandboxes.invoke,
      cool: sandboxes.cool,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
