import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { describe, expect, it } from 'vitest';
import { type HttpRequest, startHttpServer } from '#local/http/http-server.ts';
import { checkSignature } from '#local/stack/check-signature.ts';

const credentials = { accessKeyId: 'ASIATEST', secretAccessKey: 'secret', sessionToken: 'token' };
const SCOPE = { region: 'af-south-1', service: 'secretsmanager' };

/** Returns a request as the SDK signs it. */
const sign = async (given: Partial<typeof credentials> = {}, region = SCOPE.region): Promise<HttpRequest> => {
  const heard = Promise.withResolvers<HttpRequest>();
  const server = await startHttpServer((request) => {
    heard.resolve(request);

    return { status: 200, body: '{}' };
  });
  const client = new SecretsManagerClient({
    endpoint: server.url,
    region,
    credentials: { ...credentials, ...given },
  });
  await client.send(new GetSecretValueCommand({ SecretId: 'name' }));
  await server.close();

  return heard.promise;
};

const check = (request: HttpRequest) =>
  checkSignature(request, SCOPE, (id) => (id === credentials.accessKeyId ? credentials : undefined));

describe('a signed request', () => {
  it('a request that the SDK signed is accepted', async () => {
    expect(await check(await sign())).toEqual({ accessKeyId: 'ASIATEST' });
  });

  it.each([
    ['with another secret', () => sign({ secretAccessKey: 'other' }), 'does not match'],
    ['with an unknown key', () => sign({ accessKeyId: 'ASIAOTHER' }), 'security token'],
    ['with another session token', () => sign({ sessionToken: 'other' }), 'security token'],
    ['for another region', () => sign({}, 'eu-west-1'), 'scoped to af-south-1/secretsmanager'],
    [
      'with another body',
      async () => ({ ...(await sign()), body: Buffer.from('{"SecretId":"other"}') }),
      'body|does not match',
    ],
    [
      'with a header that was changed afterwards',
      async () => {
        const request = await sign();

        return { ...request, headers: { ...request.headers, 'x-amz-target': 'secretsmanager.DeleteSecret' } };
      },
      'does not match',
    ],
    [
      'an hour ago',
      async () => {
        const request = await sign();
        const date = `${new Date(Date.now() - 3_600_000).toISOString().replace(/[-:]|\.\d+/g, '')}`;

        return { ...request, headers: { ...request.headers, 'x-amz-date': date } };
      },
      'expired',
    ],
    ['not at all', async () => ({ ...(await sign()), headers: {} }), 'not signed'],
  ])('a request is refused if it was signed %s', async (_, make, fault) => {
    expect(await check(await make())).toEqual({ fault: expect.stringMatching(fault) });
  });
});
