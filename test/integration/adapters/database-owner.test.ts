import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeSecretReader, SECRET_PATIENCE } from '#functions/adapters/aws/secrets-manager.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

describe('the application role', () => {
  it("the application's password is set as a verifier that PostgreSQL accepts, and no statement contains it", async () => {
    const patience = { ...SECRET_PATIENCE, timeLeftMs: () => 30_000 };
    const secret = await makeSecretReader(process.env.DATABASE_SECRET_ARN ?? '', patience)();
    const { password } = JSON.parse(secret);
    const sent = vi.spyOn(RDSDataClient.prototype, 'send');
    await portal.runTask('migrate');
    const statements = JSON.stringify(sent.mock.calls.map(([{ input }]) => input));
    sent.mockRestore();
    const [, verifier = ''] = /alter role portal_app with login password '(\S+)'/.exec(statements) ?? [];
    expect(statements).not.toContain(password);

    const server = new pg.Client(portal.databaseUrl);
    await server.connect();
    onTestFinished(() => server.end());
    await server.query('begin');
    await server.query(`create role verified password '${verifier}'`);
    const { rows } = await server.query("select rolpassword from pg_authid where rolname = 'verified'");
    await server.query('rollback');
    expect(rows).toEqual([{ rolpassword: verifier }]);
  });

  it('the application role has 5 s of idle transaction, 10 s of lock wait and 25 s of statement', async () => {
    const { rows } = await portal.connection.execute(
      sql`select unnest(rolconfig) as setting from pg_roles where rolname = current_user`,
    );

    expect(rows.map(({ setting }) => setting).toSorted()).toEqual([
      'idle_in_transaction_session_timeout=5s',
      'lock_timeout=10s',
      'statement_timeout=25s',
    ]);
  });

  it('the application role may make no temporary table', async () => {
    const tried = portal.connection.execute(sql`create temporary table copied as select 1 as one`);

    await expect(tried).rejects.toMatchObject({ cause: { message: expect.stringContaining('42501') } });
  });
});

describe('the owner role', () => {
  it('the owner role waits five seconds for a lock, because everybody else would wait behind it', async () => {
    const { rows } = await connectAsOwner().execute(
      sql`select unnest(rolconfig) as setting from pg_roles where rolname = current_user`,
    );

    expect(rows).toEqual([{ setting: 'lock_timeout=5s' }]);
  });
});
