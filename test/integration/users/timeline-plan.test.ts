import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTimelineStore } from '#functions/adapters/database/users/sql-timeline-store.ts';
import { FOLDING } from '#functions/domain/users/read-timeline.ts';
import type { PlaceInTimeline } from '#shared/contract/users/timeline.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const ROWS = 100_000;

let portal: TestPortal;
let userId: number;

const BUSY_DAYS = 300;
const BUSY_ROWS_A_DAY = 800;

let busyId: number;

/**
 * Every 250th row is this account's; most of its audit rows are administrators' reads. Another account has done the
 * same things on each of many days.
 */
beforeAll(async () => {
  portal = await startTestPortal();
  userId = await addUser(portal, {});
  await portal.connection.execute(sql`
    insert into audit_log (at, actor_id, action, record, changes, address)
    select '2026-01-01'::timestamptz + number * interval '1 minute', 1,
      case when number % 1250 = 0 then 'users.update' else 'users.read' end,
      'user ' || case when number % 250 = 0 then ${userId}::int else number + 1000 end, '["User_Town"]', '127.0.0.0/24'
    from generate_series(1, ${ROWS}::int) as number`);
  await portal.connection.execute(sql`
    insert into mails (id, user_id, kind, key, created_at)
    select gen_random_uuid(), case when number % 250 = 0 then ${userId}::int end, 'verify', 'test:' || number,
      '2026-01-01'::timestamptz + number * interval '1 minute'
    from generate_series(1, ${ROWS}::int) as number`);
  busyId = await addUser(portal, {});
  await portal.connection.execute(sql`
    insert into audit_log (at, actor_id, action, record, changes, address)
    select '2026-01-01'::timestamptz + day * interval '1 day' + number * interval '1 minute', ${busyId}::int,
      (array['account.update', 'account.end-session', 'auth.login'])[number % 3 + 1], 'user ' || ${busyId}::int,
      '["User_Town"]', '127.0.0.0/24'
    from generate_series(0, ${BUSY_DAYS - 1}::int) as day, generate_series(1, ${BUSY_ROWS_A_DAY}::int) as number`);
  await connectAsOwner().execute(sql`vacuum analyze audit_log, mails`);
});
afterAll(() => portal.stop());

/** Counts the blocks of 8 KB that the statement of a page reads. */
const countBlocks = async (id: number, before: PlaceInTimeline | undefined): Promise<number> => {
  const { connection } = portal;
  let statement: SQL = sql``;
  const recording = {
    execute: async (asked: SQL) => {
      statement = asked;

      return { rows: [] };
    },
  };
  const store = makeTimelineStore(Object.assign(Object.create(connection), recording));
  await store.listOf(
    id,
    { kind: undefined, actions: ['users.update', ...FOLDING.actions], folding: FOLDING, before, limit: 50 },
    // Only the audit row of a live session's reader would be written; its part is not measured here.
    undefined as never,
  );
  // The plan as JSON would be one row, which is larger than the Data API answers.
  const { rows } = await connection.execute(sql`explain (analyze, buffers) ${statement}`);
  const lines = rows.map((row) => String(row['QUERY PLAN']));
  const ofWhole = lines.find((line) => line.includes('Buffers: shared')) ?? '';

  return [...ofWhole.matchAll(/(?:hit|read)=(\d+)/g)].reduce((sum, [, blocks]) => sum + Number(blocks), 0);
};

describe('a page of a timeline among many rows', () => {
  it('the timeline is tested on tables that are too large to read whole', async () => {
    const { rows } = await portal.connection.execute(sql`
      select pg_relation_size('audit_log') / 8192 as audited, pg_relation_size('mails') / 8192 as mailed`);
    expect(rows[0]?.audited).toBeGreaterThan(4_000);
    expect(rows[0]?.mailed).toBeGreaterThan(1_000);
  });

  const before = {
    at: '2026-01-20T00:00:00.000000Z',
    source: 'audit',
    id: '20',
    asOf: '2026-12-01T00:00:00.000000Z',
  } as const;
  it.each<[string, PlaceInTimeline | undefined]>([
    ['the first page', undefined],
    ['a page in the middle', before],
  ])('a timeline is read without reading most of a table: %s', async (_, place) => {
    expect(await countBlocks(userId, place)).toBeLessThan(800);
  });

  it.each<[string, PlaceInTimeline | undefined]>([
    ['the first page', undefined],
    ['a page in the middle', { ...before, at: '2026-07-15T00:00:00.000000Z' }],
  ])('repeats fold without reading the whole history of the account: %s', async (_, place) => {
    expect(await countBlocks(busyId, place)).toBeLessThan(2_000);
  });
});
