import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTimelineStore } from '#functions/adapters/database/users/sql-timeline-store.ts';
import type { PlaceInTimeline } from '#shared/contract/timeline.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const ROWS = 100_000;

let portal: TestPortal;
let userId: number;

/** Every 250th row is this account's; most of its audit rows are administrators' reads. */
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
  await connectAsOwner().execute(sql`vacuum analyze audit_log, mails`);
});
afterAll(() => portal.stop());

/** Counts the blocks of 8 KB that the statement of a page reads. */
const countBlocks = async (before: PlaceInTimeline | undefined): Promise<number> => {
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
    userId,
    { kind: undefined, actions: ['users.update'], before, limit: 50 },
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
      select least(pg_relation_size('audit_log'), pg_relation_size('mails')) / 8192 as blocks`);
    expect(rows[0]?.blocks).toBeGreaterThan(1_000);
  });

  const before = { at: '2026-01-20T00:00:00.000000Z', source: 'audit', id: '20' } as const;
  it.each<[string, PlaceInTimeline | undefined]>([
    ['the first page', undefined],
    ['a page in the middle', before],
  ])('a timeline is read without reading most of a table: %s', async (_, place) => {
    expect(await countBlocks(place)).toBeLessThan(600);
  });
});
