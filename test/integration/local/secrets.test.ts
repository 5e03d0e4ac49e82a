import {
  GetSecretValueCommand,
  ListSecretsCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSecrets } from '#local/secrets/secrets.ts';

let secrets: Awaited<ReturnType<typeof startSecrets>>;
let client: SecretsManagerClient;

beforeAll(async () => {
  secrets = await startSecrets({ secrets: { 'portal/session-key': 'first', 'portal/drive': '{"key":"x"}' } });
  client = new SecretsManagerClient({
    endpoint: secrets.url,
    region: 'af-south-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  });
});

afterAll(() => secrets.close());

const read = (SecretId: string, version: { VersionStage?: string; VersionId?: string } = {}) =>
  client.send(new GetSecretValueCommand({ SecretId, ...version }));

describe('the Secrets Manager stand-in', () => {
  it('the Secrets Manager stand-in refuses an unsigned call, as a web page could send it', async () => {
    const answer = await fetch(secrets.url, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'x-amz-target': 'secretsmanager.GetSecretValue' },
      body: JSON.stringify({ SecretId: 'portal/drive' }),
    });

    expect(answer.status).toBe(403);
    expect(await answer.json()).toEqual({
      __type: 'MissingAuthenticationTokenException',
      message: 'Missing Authentication Token',
    });
  });

  it('the Secrets Manager stand-in returns a secret by its name and by its ARN', async () => {
    const arn = secrets.arnOf('portal/drive');
    const byName = await read('portal/drive');

    expect(byName).toMatchObject({ ARN: arn, Name: 'portal/drive', SecretString: '{"key":"x"}' });
    expect(byName.CreatedDate).toBeInstanceOf(Date);
    expect(await read(arn)).toMatchObject({ SecretString: '{"key":"x"}', VersionStages: ['AWSCURRENT'] });
    expect(secrets.get(arn)).toBe('{"key":"x"}');
  });

  it('the Secrets Manager stand-in returns the new value, as a new version, after a rotation', async () => {
    const before = await read('portal/session-key');
    secrets.put('portal/session-key', 'second');
    const after = await read('portal/session-key');

    expect([before.SecretString, after.SecretString]).toEqual(['first', 'second']);
    expect(after.ARN).toBe(before.ARN);
    expect(after.VersionId).not.toBe(before.VersionId);
    await expect(read('portal/session-key', { VersionId: before.VersionId ?? '' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it.each([
    ['name', 'portal/unknown', {}],
    ['ARN', 'arn:aws:secretsmanager:af-south-1:000000000000:secret:portal/drive-zzzzzz', {}],
    ['stage', 'portal/drive', { VersionStage: 'AWSPENDING' }],
  ])(
    'the Secrets Manager stand-in answers ResourceNotFoundException for an unknown %s',
    async (_what, id, version) => {
      await expect(read(id, version)).rejects.toMatchObject({
        name: 'ResourceNotFoundException',
        message: expect.stringContaining("Secrets Manager can't find the specified secret"),
        $metadata: { httpStatusCode: 400 },
      });
    },
  );

  it('the Secrets Manager stand-in knows no other operation', async () => {
    await expect(client.send(new ListSecretsCommand({}))).rejects.toMatchObject({
      name: 'UnknownOperationException',
    });
  });
});
