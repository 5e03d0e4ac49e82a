import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type HttpAnswer, type HttpRequest, startHttpServer } from '../http/http-server.ts';
import { isSigned } from '../http/signature.ts';

const TARGET = 'secretsmanager.GetSecretValue';
const ARN_PREFIX = 'arn:aws:secretsmanager:af-south-1:000000000000:secret:';

interface Secret {
  name: string;
  arn: string;
  value: string;
  versionId: string;
  createdAt: number;
}

const getSecretValue = z.object({
  SecretId: z.string().min(1).max(2048),
  VersionStage: z.string().optional(),
  VersionId: z.string().optional(),
});

/** Returns an ARN that ends like Amazon's, with a hyphen and six arbitrary characters. */
export const secretArnOf = (name: string): string =>
  `${ARN_PREFIX}${name}-${createHash('sha256').update(name).digest('hex').slice(0, 6)}`;

const find = (stored: Map<string, Secret>, id: string) =>
  stored.get(id) ?? [...stored.values()].find(({ arn }) => arn === id);

const json = (status: number, body: object): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.1' },
  body: JSON.stringify(body),
});

const refuse = (type: string, message: string | undefined, status = 400) =>
  json(status, { __type: type, message });

const readJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
};

const answer = (stored: Map<string, Secret>, request: HttpRequest): HttpAnswer => {
  if (!isSigned(request.headers)) {
    return refuse('MissingAuthenticationTokenException', 'Missing Authentication Token', 403);
  }
  if (request.headers['x-amz-target'] !== TARGET) {
    return refuse('UnknownOperationException', undefined);
  }

  const input = getSecretValue.safeParse(readJson(request.body));
  if (!input.success) {
    return refuse('ValidationException', z.prettifyError(input.error));
  }

  const { SecretId, VersionStage = 'AWSCURRENT', VersionId } = input.data;
  const secret = find(stored, SecretId);
  if (!secret) {
    return refuse('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
  }
  if (VersionStage !== 'AWSCURRENT' || (VersionId ?? secret.versionId) !== secret.versionId) {
    const sought = VersionId ? `VersionId: ${VersionId}` : `staging label: ${VersionStage}`;

    return refuse(
      'ResourceNotFoundException',
      `Secrets Manager can't find the specified secret value for ${sought}`,
    );
  }

  return json(200, {
    ARN: secret.arn,
    Name: secret.name,
    SecretString: secret.value,
    VersionId: secret.versionId,
    VersionStages: ['AWSCURRENT'],
    CreatedDate: secret.createdAt / 1000,
  });
};

/**
 * Starts Secrets Manager with its JSON 1.1 protocol, with GetSecretValue alone:
 * https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_GetSecretValue.html
 */
export const startSecrets = async ({ secrets, port }: { secrets: Record<string, string>; port?: number }) => {
  const stored = new Map<string, Secret>();

  const put = (name: string, value: string) => {
    stored.set(name, { name, arn: secretArnOf(name), value, versionId: randomUUID(), createdAt: Date.now() });
  };

  /** Stores a value under an ARN that `secretArnOf` returned. */
  const putArn = (arn: string, value: string) => {
    put(arn.slice(ARN_PREFIX.length, arn.lastIndexOf('-')), value);
  };

  /** Returns the value under a name or an ARN, or undefined. */
  const get = (id: string) => find(stored, id)?.value;

  for (const [name, value] of Object.entries(secrets)) {
    put(name, value);
  }

  const http = await startHttpServer((request) => answer(stored, request), port);

  return { url: http.url, arnOf: secretArnOf, get, put, putArn, close: http.close };
};
