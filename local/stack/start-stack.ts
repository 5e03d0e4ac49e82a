import { join } from 'node:path';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { APIGatewayProxyStructuredResultV2, SQSEvent } from 'aws-lambda';
import { describeError } from '#functions/runtime/describe-error.ts';
import { deadLettersUrlSetting, type JobKind, queueUrlSetting } from '#shared/job-kinds.ts';
import type { JobName } from '#shared/jobs.ts';
import type { SqlServer } from '../data-api/sql-server.ts';
import { lockDataFolder } from '../data-folder.ts';
import { startEventSource } from '../event-source.ts';
import { makeMatcher, NOT_FOUND, toAnswer, toEvent } from '../gateway.ts';
import { type HttpAnswer, type HttpRequest, startHttpServer } from '../http-server.ts';
import { readAssembly } from './assembly.ts';
import { makeEdge } from './edge.ts';
import { dataApiCalls, makeKeyring, queueCalls, secretsCalls, startGuard } from './guard.ts';
import { ACCOUNT_ID, queueHost } from './identities.ts';
import { Permissions, readGrants } from './policies.ts';
import {
  mayInvoke,
  only,
  readEventSources,
  readFunctions,
  readInvokers,
  readQueues,
  readRoutes,
  readSecrets,
  requireTrustedRoles,
  type StackFunction,
} from './portal-stack.ts';
import { makeSandboxes } from './sandboxes.ts';
import { openSiteBucket } from './site-bucket.ts';
import { makeSecretValues, settingOf, startStackStandIns } from './stack-stand-ins.ts';
import { openStacks } from './stacks.ts';

/** Where a package stands on Lambda. */
const TASK_ROOT = '/var/task';

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

/** As API Gateway answers for a function that threw, or that it may not call. */
const FAILED: HttpAnswer = {
  status: 500,
  headers: { 'content-type': 'application/json' },
  body: '{"message":"Internal Server Error"}',
};

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
    const permissions = new Permissions(readGrants(resources));
    const keyring = makeKeyring();
    const refusals: string[] = [];

    const standIns = await startStackStandIns(
      { folder, functions, queues: readQueues(resources), secretValues, server: options.server },
      closers,
    );

    const guard = async (
      service: string,
      target: string,
      callsOf: Parameters<typeof startGuard>[0]['callsOf'],
    ) => {
      const onRefusal = (refusal: string) => refusals.push(refusal);
      const started = await startGuard({ service, target, callsOf, region, keyring, permissions, onRefusal });
      closers.push(started.close);

      return started.url;
    };
    const queueArn = (name: string) => `arn:aws:sqs:${region}:${ACCOUNT_ID}:${name}`;
    const endpoints = {
      AWS_ENDPOINT_URL_RDS_DATA: await guard('rds-data', standIns.dataApi.url, dataApiCalls),
      AWS_ENDPOINT_URL_SECRETS_MANAGER: await guard('secretsmanager', standIns.secrets.url, secretsCalls),
      AWS_ENDPOINT_URL_SQS: await guard('sqs', standIns.queue.url, queueCalls(queueArn)),
      DRIVE_API_URL: `${standIns.drive.url}/`,
    };

    const api = only(resources, 'AWS::ApiGatewayV2::Api');
    const bucket = openSiteBucket(resources, assembly.assetFolder);
    const routes = readRoutes(resources);
    const matchRoute = makeMatcher(routes.map(({ routeKey, ...route }) => ({ id: routeKey, ...route })));

    const edgeRequests: Pick<HttpRequest, 'headers'>[] = [];
    const answerApi = async (request: HttpRequest): Promise<HttpAnswer> => {
      edgeRequests.push({ headers: request.headers });
      const match = matchRoute(request);
      const route = routes.find(({ routeKey }) => routeKey === match?.id);
      if (!match || !route) return NOT_FOUND;
      if (!route.isAllowed) {
        refusals.push(`API Gateway may not call ${route.functionName} for ${route.routeKey}`);

        return FAILED;
      }

      try {
        const result = await sandboxes.invoke(route.functionName, toEvent(request, match.parameters));

        return toAnswer(result as APIGatewayProxyStructuredResultV2);
      } catch (error) {
        logError(`${route.functionName} failed`, error);

        return FAILED;
      }
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
    /** What stands elsewhere here than on AWS, in the values that the template gives. */
    const moved: readonly (readonly [string, string])[] = [
      [queueHost(region), endpoints.AWS_ENDPOINT_URL_SQS],
      [`${helpdeskUrl}/a/`, `${standIns.freshdesk.agentUrl}/a/`],
      [helpdeskUrl, standIns.freshdesk.url],
      ['https://attachment.freshdesk.com/', standIns.freshdesk.attachmentsUrl],
    ];
    const move = (value: string, places: readonly (readonly [string, string])[]) =>
      places.reduce((text, [from, to]) => text.replaceAll(from, to), value);

    const linesOf = new Map<string, number>();
    const onLine = (name: string, line: string) => {
      const { role, logGroup } = functionNamed(name);
      const resource = `arn:aws:logs:${region}:${ACCOUNT_ID}:log-group:${logGroup}:*`;
      const mayLog = ['logs:CreateLogStream', 'logs:PutLogEvents'].every((action) =>
        permissions.allows(role, { action, resource }),
      );
      if (mayLog) {
        linesOf.set(name, (linesOf.get(name) ?? 0) + 1);
        process.stdout.write(`${line}\n`);
      } else refusals.push(`${role} may not write to ${logGroup}`);
    };

    const sandboxes = makeSandboxes({
      packageOf: functionNamed,
      folder: join(options.dataFolder, 'tmp'),
      onLine,
      environmentOf: (name, temporaryFolder) => {
        const { environment, role, folder: code, memoryMegabytes, logGroup } = functionNamed(name);
        const { accessKeyId, secretAccessKey, sessionToken } = keyring.issue(role);
        const places = [...moved, [TASK_ROOT, code] as const];
        const given = Object.entries(environment).map(([key, value]) => [key, move(value, places)]);

        return {
          ...Object.fromEntries(given),
          ...endpoints,
          ...settings,
          TMPDIR: temporaryFolder,
          // What Lambda itself sets.
          AWS_ACCESS_KEY_ID: accessKeyId,
          AWS_SECRET_ACCESS_KEY: secretAccessKey,
          AWS_SESSION_TOKEN: sessionToken,
          AWS_REGION: region,
          AWS_DEFAULT_REGION: region,
          AWS_LAMBDA_FUNCTION_NAME: name,
          AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMegabytes),
          AWS_LAMBDA_LOG_GROUP_NAME: logGroup,
          LAMBDA_TASK_ROOT: code,
          LANG: 'en_US.UTF-8',
          PATH: '/usr/local/bin:/usr/bin:/bin',
          TZ: ':UTC',
        };
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
      /** What a function gets beside what its template says. */
      overrides: { added: { ...endpoints, ...settings }, moved },
      /** How many lines of a function its log has taken. */
      countLines: (name: string) => linesOf.get(name) ?? 0,
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
