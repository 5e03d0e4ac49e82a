import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longIndexes } from '#functions/database/long-indexes.ts';
import { connectAsOwner } from '#test/support/owner-connection.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

describe('the application role', () => {
  it('holds no lock in an idle transaction, waits for none longer than ten seconds, and ends before its Lambda', async () => {
    const { rows } = await portal.connection.execute(
      sql`select unnest(rolconfig) as setting from pg_roles where rolname = current_user`,
    );

    expect(rows.map(({ setting }) => setting).toSorted()).toEqual([
      'idle_in_transaction_session_timeout=5s',
      'lock_timeout=10s',
      'statement_timeout=25s',
    ]);
  });

  it('may make no temporary table', async () => {
    const tried = portal.connection.execute(sql`create temporary table copied as select 1 as one`);

    await expect(tried).rejects.toMatchObject({ cause: { message: expect.stringContaining('42501') } });
  });
});

describe('the owner', () => {
  it('waits five seconds for a lock, because everybody else would wait behind it', async () => {
    const { rows } = await connectAsOwner().execute(
      sql`select unnest(rolconfig) as setting from pg_roles where rolname = current_user`,
    );

    expect(rows).toEqual([{ setting: 'lock_timeout=5s' }]);
  });

  it('has every index on a long table ready after the migrations', async () => {
    const { rows } = await connectAsOwner().execute(sql`
      select relname from pg_index join pg_class on pg_class.oid = indexrelid where indisvalid`);

    expect(rows.map(({ relname }) => relname)).toEqual(
      expect.arrayContaining(longIndexes.map(({ name }) => name)),
    );
  });
});
