import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeDatabaseOwner } from '#functions/adapters/database/migrate/sql-database-owner.ts';
import { OTHER_MIGRATIONS } from '#functions/ports/database/migrate/database-owner.ts';
import { startDataApi } from '#local/data-api/data-api.ts';
import { openPglite, type SqlServer } from '#local/data-api/sql-server.ts';
import { connectToDataApi, madeUpLogins, roleInSecretArn } from '#test/support/database/data-api-client.ts';

vi.mock('#functions/database/long-indexes.ts', () => ({
  longIndexes: [{ name: 'first_value', on: 'first using btree (value)' }],
}));

const folder = mkdtempSync(join(tmpdir(), 'ow-connect-migrations-'));
const refusal = { message: OTHER_MIGRATIONS };

let server: SqlServer;
let api: Awaited<ReturnType<typeof startDataApi>>;
let connected: ReturnType<typeof connectToDataApi>;

beforeAll(async () => {
  mkdirSync(join(folder, 'meta'));
  server = await openPglite();
  api = await startDataApi({ server, resolveRole: roleInSecretArn });
  connected = connectToDataApi(api.url, 'portal_owner');
});
afterAll(async () => {
  await api.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Migrates with these files, the first of which has the time `firstAt`. */
const migrate = (files: readonly string[], { firstAt = 1 } = {}) => {
  const tagOf = (index: number) => `000${index}_file`;
  for (const [index, file] of files.entries()) {
    writeFileSync(join(folder, `${tagOf(index)}.sql`), file);
  }
  const entries = files.map((_, index) => ({ idx: index, when: firstAt + index, tag: tagOf(index) }));
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }));

  return makeDatabaseOwner(connected.client, connected.target, madeUpLogins, folder).migrate();
};

const connection = () => drizzle(connected.client, connected.target);
/** The tables of the portal and the settings of both roles: all that a migration may change here. */
const readState = async () => {
  const { rows } = await connection().execute(sql`
    select tablename as name from pg_tables where schemaname = 'public'
    union all select rolname || rolconfig::text from pg_roles where rolconfig is not null order by 1`);

  return rows.map(({ name }) => name);
};

beforeEach(async () => {
  await connection().execute(sql`drop schema public cascade`);
  await connection().execute(sql`drop schema if exists drizzle cascade`);
  await connection().execute(sql`create schema public`);
  await connection().execute(sql`alter role portal_app reset all`);
  await migrate(['create table first (value int)', 'create table second ()']);
});

describe('a database that has run migrations', () => {
  it('a database with the first of the files gets the others', async () => {
    await migrate(['create table first (value int)', 'create table second ()', 'create table third ()']);

    expect(await readState()).toEqual(expect.arrayContaining(['first', 'second', 'third']));
  });

  it.each([
    ['whose last migration was edited', ['create table first (value int)', 'create table changed ()'], 1],
    ['whose first migration was edited', ['create table changed ()', 'create table second ()'], 1],
    [
      'with an edited migration before a new one',
      ['create table changed ()', 'create table second ()', 'create table third ()'],
      1,
    ],
    ['whose migrations were replaced by later ones', ['create table squashed ()'], 100],
  ])('a database %s is refused with a sentence and not changed', async (_, files, firstAt) => {
    await connection().execute(sql`alter role portal_app reset all`);
    const before = await readState();

    await expect(migrate(files, { firstAt })).rejects.toMatchObject(refusal);
    expect(await readState()).toEqual(before);
  });

  it('a database has every index on a long table ready after the migrations', async () => {
    const { rows } = await connection().execute(sql`
      select relname from pg_index join pg_class on pg_class.oid = indexrelid where indisvalid`);

    expect(rows).toContainEqual({ relname: 'first_value' });
  });

  it('a database of a later release is left as it is by an earlier one, so that a deployment can be taken back', async () => {
    await migrate(['create table first (value int)']);

    expect(await readState()).toEqual(expect.arrayContaining(['first', 'second']));
  });
});
