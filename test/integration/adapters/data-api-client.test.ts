import { ExecuteStatementCommand } from '@aws-sdk/client-rds-data';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSecretReader } from '#functions/adapters/aws/secrets-manager.ts';
import { makeDataApiClient } from '#functions/adapters/database/data-api-client.ts';
import { describeError } from '#functions/runtime/describe-error.ts';
import { SERVICE_FAULT_NAMES, SQL_FAULT_STATES } from '#local/data-api/faults.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const PATIENCE = { connectMs: 10_000, callMs: 60_000, timeLeftMs: () => 60_000 };

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

const execute = (sql: string) => {
  const { DATABASE_ARN: resourceArn, DATABASE_SECRET_ARN: secretArn, DATABASE_NAME: database } = process.env;

  return makeDataApiClient(PATIENCE).send(
    new ExecuteStatementCommand({ resourceArn, secretArn, database, sql }),
  );
};

describe('errors of the database', () => {
  it.each([
    ['a wait for a row that took too long', '55P03'],
    ['a deadlock', '40P01'],
  ])('the database client suggests another try at once after %s', async (_reason, sqlState) => {
    await expect(execute(`do $$ begin raise sqlstate '${sqlState}'; end $$`)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Others are changing the same record. Please try again.',
      retryAfterSeconds: 1,
    });
  });

  it("an error of the database is logged by its code and never by its text, which may quote a user's input", async () => {
    const fault = await execute(`select 'typed by somebody'::int`).catch((error: unknown) => error);

    expect(describeError(fault)).toEqual(['DatabaseFault: SQLState 22P02']);
  });
});

describe('an unavailable database', () => {
  it.each([...SQL_FAULT_STATES, ...SERVICE_FAULT_NAMES])(
    'a database that fails with %s is called once and reported as unavailable for a moment',
    async (fault) => {
      portal.dataApi.calls.reset();
      portal.dataApi.failNext('ExecuteStatement', fault);
      const refusal = await execute('select 1').catch((error: unknown) => error);

      expect(refusal).toMatchObject({
        code: 'unavailable',
        message: 'The portal cannot reach its database. Please try again in a moment.',
        retryAfterSeconds: 5,
      });
      expect(describeError(refusal).join()).toContain(fault);
      expect(portal.dataApi.calls.total).toBe(1);
    },
  );
});

it('a secret that cannot be read is answered with a sentence and a time to try again', async () => {
  await expect(makeSecretReader('no-such-secret', PATIENCE)()).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The portal cannot reach its key store. Please try again in a moment.',
    retryAfterSeconds: 5,
  });
});
