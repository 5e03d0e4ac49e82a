import { ExecuteStatementCommand, RDSDataClient } from '@aws-sdk/client-rds-data';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser, startSession } from '#test/support/accounts.ts';
import { openStackPortal, type StackPortal } from '#test/support/stack-portal.ts';

let portal: StackPortal;
let cookie: string;

beforeAll(async () => {
  portal = await openStackPortal();
  cookie = await startSession(portal, await addUser(portal, {}));
});
afterAll(() => portal.stop());

const readOwn = () => portal.call('GET', '/api/user', { cookie });
const lambda = () => portal.functionOf('handlers/auth/user');

/** Changes what a cold start of the function finds, and puts it back. */
const withEnvironment = async <Result>(
  change: (environment: Record<string, string>) => void,
  run: () => Promise<Result>,
): Promise<Result> => {
  const { environment, name } = lambda();
  const kept = { ...environment };
  change(environment);
  await portal.cool(name);
  try {
    return await run();
  } finally {
    Object.assign(environment, kept);
    await portal.cool(name);
  }
};

describe('a packaged function', () => {
  it('answers with what its template gives it', async () => {
    expect((await readOwn()).status).toBe(200);
  });

  it('fails without one of its environment variables', async () => {
    const missing = await withEnvironment((environment) => {
      delete environment.SESSION_KEY_SECRET_ARN;
    }, readOwn);

    expect(missing.status).toBe(500);
  });

  it('fails with the secret of somebody else', async () => {
    const other = portal.functionOf('jobs/migrate').environment.DATABASE_OWNER_SECRET_ARN ?? '';
    const answer = await withEnvironment((environment) => {
      environment.DATABASE_SECRET_ARN = other;
    }, readOwn);

    expect(answer.status).toBe(500);
    expect(portal.refusals.at(-1)).toContain('secretsmanager:GetSecretValue');
  });
});

describe('a guard', () => {
  const run = (sign: { secretAccessKey?: string } = {}) => {
    const client = new RDSDataClient({
      endpoint: portal.overrides.added.AWS_ENDPOINT_URL_RDS_DATA ?? '',
      region: 'af-south-1',
      credentials: { accessKeyId: 'ASIASTRANGER', secretAccessKey: 'stranger', ...sign },
      maxAttempts: 1,
    });
    const { DATABASE_ARN = '', DATABASE_SECRET_ARN = '' } = lambda().environment;

    return client.send(
      new ExecuteStatementCommand({
        resourceArn: DATABASE_ARN,
        secretArn: DATABASE_SECRET_ARN,
        sql: 'select 1',
      }),
    );
  };

  it('turns away who has no key of a role', async () => {
    await expect(run()).rejects.toThrow('security token');
  });
});

describe('the edge', () => {
  it('hands on only the headers that its policies name', async () => {
    const before = portal.edgeRequests.length;
    await portal.call('GET', '/api/user', {
      cookie,
      headers: { 'x-extra': 'mine', 'x-origin-verify': 'mine' },
    });
    const { headers } = portal.edgeRequests[before] ?? { headers: {} };

    expect(headers).not.toHaveProperty('x-extra');
    expect(headers['x-origin-verify']).not.toBe('mine');
    expect(headers['x-viewer-address']).toBe('127.0.0.1');
    expect(Object.keys(headers).toSorted()).toEqual([
      'cookie',
      'host',
      'user-agent',
      'via',
      'x-origin-verify',
      'x-viewer-address',
    ]);
  });

  it('answers a screen for a deep link, and nothing for a file that is not there', async () => {
    const [screen, missing] = await Promise.all(
      ['/client', '/assets/none.js'].map((path) => fetch(`${portal.url}${path}`)),
    );

    expect(screen?.status).toBe(200);
    expect(screen?.headers.get('content-type')).toContain('text/html');
    expect(screen?.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(missing?.status).toBe(403);
  });
});
