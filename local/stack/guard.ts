import { randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type HttpAnswer, type HttpRequest, startHttpServer } from '../http/http-server.ts';
import { type Credentials, checkSignature } from './check-signature.ts';
import { ACCOUNT_ID } from './identities.ts';
import type { Call, Permissions } from './policies.ts';

const makeKey = (prefix: string) => ({
  accessKeyId: `${prefix}${randomBytes(8).toString('hex').toUpperCase()}`,
  secretAccessKey: randomBytes(30).toString('base64'),
});

/** Makes the keys of roles and users: each process that assumes a role gets a separate session key. */
export const makeKeyring = () => {
  const held = new Map<string, { credentials: Credentials; role: string }>();
  const hold = <Key extends Credentials>(role: string, credentials: Key): Key => {
    held.set(credentials.accessKeyId, { credentials, role });

    return credentials;
  };

  return {
    issue: (role: string) => hold(role, { ...makeKey('ASIA'), sessionToken: randomUUID() }),
    issueForUser: (user: string) => hold(user, makeKey('AKIA')),
    find: (accessKeyId: string) => held.get(accessKeyId),
  };
};

export type Keyring = ReturnType<typeof makeKeyring>;

interface GuardOptions {
  /** Address of the stand-in behind the guard. */
  target: string;
  region: string;
  service: string;
  /** Returns the calls of a request; undefined if it is not a call that the stand-in knows. */
  callsOf(request: HttpRequest): Call[] | undefined;
  keyring: Keyring;
  permissions: Permissions;
  /** Called for each refused call with its role and the reason. */
  onRefusal(refusal: string): void;
}

const refuse = (status: number, type: string, message: string): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': type },
  body: JSON.stringify({ __type: type, message, Message: message }),
});

/** Headers that are not forwarded: they hold for one connection only, or the forwarding code sets them itself. */
const HOP_HEADERS = ['connection', 'content-length', 'expect', 'host', 'keep-alive', 'transfer-encoding'];

const forward = async (target: string, { method, url, headers, body, signal }: HttpRequest) => {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    HOP_HEADERS.includes(name) || value === undefined ? [] : [[name, [value].flat().join(',')]],
  );

  const answer = await fetch(`${target}${url.pathname}${url.search}`, {
    method,
    headers: kept,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
    signal,
  }).catch((error) => {
    // The stand-in drops the connection if a test wants it to.
    if (error instanceof TypeError || signal.aborted) {
      return undefined;
    }
    throw error;
  });
  if (!answer) {
    return undefined;
  }

  const entries = [...answer.headers].filter(([name]) => !HOP_HEADERS.includes(name));

  return {
    status: answer.status,
    headers: Object.fromEntries(entries),
    body: new Uint8Array(await answer.arrayBuffer()),
  };
};

/**
 * Starts a guard in front of a stand-in for AWS: it lets a call pass only if it is signed as a role that has the
 * permission.
 */
const startGuard = ({ target, callsOf, keyring, permissions, onRefusal, ...scope }: GuardOptions) =>
  startHttpServer(async (request) => {
    const caller = await checkSignature(request, scope, (id) => keyring.find(id)?.credentials);
    if ('fault' in caller) {
      onRefusal(`${scope.service}: ${caller.fault}`);

      return refuse(403, 'InvalidSignatureException', caller.fault);
    }

    const role = keyring.find(caller.accessKeyId)?.role ?? '';
    const calls = callsOf(request);
    if (!calls) {
      return refuse(400, 'UnknownOperationException', 'The service has no such operation.');
    }

    const refused = calls.find((call) => !permissions.allows(role, call));
    if (refused) {
      const sentence = `${role} is not authorized to perform: ${refused.action} on resource: ${refused.resource}`;
      onRefusal(sentence);

      return refuse(403, 'AccessDeniedException', sentence);
    }

    return forward(target, request);
  });

const readJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
};

const dataApiInput = z.object({ resourceArn: z.string(), secretArn: z.string() });

const DATA_API_ACTIONS: Record<string, string> = {
  '/Execute': 'rds-data:ExecuteStatement',
  '/BeginTransaction': 'rds-data:BeginTransaction',
  '/CommitTransaction': 'rds-data:CommitTransaction',
  '/RollbackTransaction': 'rds-data:RollbackTransaction',
};

/**
 * Returns the permissions of a call of the Data API: the caller must also be allowed to read the secret that it names.
 */
const dataApiCalls = ({ url, body }: HttpRequest): Call[] | undefined => {
  const action = DATA_API_ACTIONS[url.pathname];
  const input = dataApiInput.safeParse(readJson(body));
  if (!action || !input.success) {
    return undefined;
  }

  return [
    { action, resource: input.data.resourceArn },
    { action: 'secretsmanager:GetSecretValue', resource: input.data.secretArn },
  ];
};

const secretsInput = z.object({ SecretId: z.string() });

const secretsCalls = ({ headers, body }: HttpRequest): Call[] | undefined => {
  const [service, operation] = String(headers['x-amz-target']).split('.');
  const input = secretsInput.safeParse(readJson(body));
  if (service !== 'secretsmanager' || !operation || !input.success) {
    return undefined;
  }

  return [{ action: `secretsmanager:${operation}`, resource: input.data.SecretId }];
};

const queueInput = z.object({ QueueUrl: z.string() });

/** Returns the permissions of a queue's call; a batch needs the same as a single entry. */
const queueCalls =
  (region: string) =>
  ({ headers, body }: HttpRequest): Call[] | undefined => {
    const [service, operation] = String(headers['x-amz-target']).split('.');
    const input = queueInput.safeParse(readJson(body));
    if (service !== 'AmazonSQS' || !operation || !input.success) {
      return undefined;
    }

    const name = input.data.QueueUrl.split('/').at(-1) ?? '';
    const resource = `arn:aws:sqs:${region}:${ACCOUNT_ID}:${name}`;

    return [{ action: `sqs:${operation.replace(/Batch$/, '')}`, resource }];
  };

const sendEmailInput = z.object({
  FromEmailAddress: z.string(),
  ConfigurationSetName: z.string().optional(),
  Content: z.object({ Simple: z.object({ Attachments: z.array(z.unknown()).default([]) }) }),
});

/**
 * Returns the permissions of a call of SES: a mail needs those of its sender's identity and its configuration set. Which
 * action SES asks for where a mail has attachments is not documented, so such a mail needs both.
 */
const sesCalls =
  (region: string) =>
  ({ method, url, body }: HttpRequest): Call[] | undefined => {
    if (method === 'GET' && url.pathname === '/v2/email/account') {
      return [{ action: 'ses:GetAccount', resource: '*' }];
    }
    const input = sendEmailInput.safeParse(readJson(body));
    if (url.pathname !== '/v2/email/outbound-emails' || !input.success) {
      return undefined;
    }

    const { FromEmailAddress: from, ConfigurationSetName: set, Content: content } = input.data;
    const address = /<([^<>]*)>$/.exec(from)?.[1] ?? from;
    const domain = address.slice(address.lastIndexOf('@') + 1);
    const resources = [`identity/${domain}`, ...(set ? [`configuration-set/${set}`] : [])];

    const hasAttachments = content.Simple.Attachments.length > 0;
    const actions = hasAttachments ? ['ses:SendEmail', 'ses:SendRawEmail'] : ['ses:SendEmail'];

    return actions.flatMap((action) =>
      resources.map((name) => ({
        action,
        resource: `arn:aws:ses:${region}:${ACCOUNT_ID}:${name}`,
        context: { 'ses:FromAddress': address },
      })),
    );
  };

interface GuardsOptions extends Pick<GuardOptions, 'region' | 'keyring' | 'permissions' | 'onRefusal'> {
  /** The stand-ins behind the guards. */
  standIns: Record<'dataApi' | 'secrets' | 'queue' | 'ses', { url: string }>;
}

/**
 * Starts a guard in front of each AWS service that functions call; returns their addresses by the names of the SDK's
 * settings.
 */
export const startGuards = async (
  { standIns: { dataApi, secrets, queue, ses }, ...options }: GuardsOptions,
  closers: (() => Promise<unknown>)[],
) => {
  const start = async (service: string, target: string, callsOf: GuardOptions['callsOf']) => {
    const started = await startGuard({ service, target, callsOf, ...options });
    closers.push(started.close);

    return started.url;
  };

  return {
    AWS_ENDPOINT_URL_RDS_DATA: await start('rds-data', dataApi.url, dataApiCalls),
    AWS_ENDPOINT_URL_SECRETS_MANAGER: await start('secretsmanager', secrets.url, secretsCalls),
    AWS_ENDPOINT_URL_SQS: await start('sqs', queue.url, queueCalls(options.region)),
    AWS_ENDPOINT_URL_SESV2: await start('ses', ses.url, sesCalls(options.region)),
  };
};
