import { ExecuteStatementCommand, RDSDataClient } from '@aws-sdk/client-rds-data';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MIGRATION_PATIENCE, makeDataApiClient } from '#functions/adapters/database/data-api-client.ts';
import { createIndexes } from '#functions/adapters/database/migrate/create-indexes.ts';
import { startDataApi } from '#local/data-api/data-api.ts';
import { openPostgres, type SqlServer } from '#local/data-api/sql-server.ts';
import { roleInSecretArn, secretArnOf } from '#test/support/database/data-api-client.ts';
import { startPostgres } from '#test/support/database/postgres.ts';

/** The half second corresponds to the 45 s on Aurora. */
const LIMITS = { statementTimeoutSeconds: 0.5 };

const INDEX = { name: 'rows_value', on: 'rows using btree (value)' };
const forEver = () => Number.POSITIVE_INFINITY;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let server: SqlServer;
let api: Awaited<ReturnType<typeof startDataApi>>;
let pool: pg.Pool;

beforeAll(async () => {
  postgres = await startPostgres();
  server = await openPostgres(postgres.connectionString);
  api = await startDataApi({ server, resolveRole: roleInSecretArn, limits: LIMITS });
  pool = new pg.Pool({ connectionString: postgres.connectionString });
  // On Aurora the same user signs in and builds; here a session's progress belongs to the cluster's administrator.
  await pool.query('grant pg_read_all_stats to portal_owner');
  // A connection that still closes when the server stops would end the process.
  pool.on('error', () => {});
  vi.stubEnv('AWS_ENDPOINT_URL_RDS_DATA', api.url);
  vi.stubEnv('AWS_REGION', 'af-south-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await pool.end();
  await api.close();
  await server.close();
  await postgres.stop();
});

beforeEach(async () => {
  await pool.query(`
    drop table if exists rows;
    create table rows (value int);
    alter table rows owner to portal_owner;
    insert into rows values (1), (1), (2)`);
});

const build = (timeLeftMs = forEver) =>
  createIndexes(
    makeDataApiClient({ ...MIGRATION_PATIENCE, timeLeftMs: forEver }),
    {
      resourceArn: 'arn:aws:rds:af-south-1:000000000000:cluster:portal',
      secretArn: secretArnOf('portal_owner'),
      database: 'portal',
    },
    [INDEX],
    { timeLeftMs, pauseMs: 20 },
  );

const readIndex = async () => {
  const { rows } = await pool.query<{ id: number; valid: boolean }>(
    `select indexrelid as id, indisvalid as valid from pg_index where indexrelid = to_regclass('rows_value')`,
  );

  return rows[0];
};

/** Opens a transaction that uses the table. Each building of an index waits for its end. */
const holdTable = async () => {
  const holder = await pool.connect();
  await holder.query('begin; lock table rows in row exclusive mode');

  return async () => {
    await holder.query('commit');
    holder.release();
  };
};

describe('the indexes on long tables', () => {
  it('the indexes on long tables are built where they are missing, and existing ones stay', async () => {
    expect(await build()).toEqual([]);
    const built = await readIndex();
    expect(await build()).toEqual([]);

    expect(built).toMatchObject({ valid: true });
    expect(await readIndex()).toEqual(built);
  });

  it('an index on a long table is built again after its building broke off', async () => {
    const broken = pool.query('create unique index concurrently rows_value on rows (value)');
    await expect(broken).rejects.toMatchObject({ code: '23505' });
    expect(await readIndex()).toMatchObject({ valid: false });

    expect(await build()).toEqual([]);
    expect(await readIndex()).toMatchObject({ valid: true });
  });

  it('an index is built again after a statement that exceeded its time limit, as soon as the table is free', async () => {
    const free = await holdTable();
    const building = build();
    await expect.poll(readIndex).toMatchObject({ valid: false });
    await free();

    expect(await building).toEqual([]);
    expect(await readIndex()).toMatchObject({ valid: true });
  });

  it('an index that somebody else is building is waited for, and never dropped', async () => {
    const send = vi.spyOn(RDSDataClient.prototype, 'send');
    onTestFinished(() => send.mockRestore());
    const free = await holdTable();
    const theirs = pool.query('create index concurrently rows_value on rows (value)');
    await expect.poll(readIndex).toMatchObject({ valid: false });
    const begun = await readIndex();
    const timeLeftMs = vi.fn(forEver);
    const building = build(timeLeftMs);
    await expect.poll(() => timeLeftMs.mock.calls.length).toBeGreaterThan(3);
    await free();
    await theirs;

    expect(await building).toEqual([]);
    expect(await readIndex()).toEqual({ id: begun?.id, valid: true });
    const drops = send.mock.calls.filter(
      ([command]) =>
        command instanceof ExecuteStatementCommand && command.input.sql?.startsWith('drop index'),
    );
    expect(drops).toEqual([]);
  });

  it('the indexes that are left to the database when the time is over are named', async () => {
    expect(await build(() => 0)).toEqual(['rows_value']);
  });

  it('the deployment fails when an index cannot be built', async () => {
    await pool.query('drop table rows');

    await expect(build()).rejects.toThrow('42P01');
  });
});
