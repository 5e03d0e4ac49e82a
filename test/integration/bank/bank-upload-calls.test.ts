import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeRandom } from '#local/seed/random.ts';
import { BANK_FILE_LINES_MAX } from '#shared/contract/bank/bank-limits.ts';
import { writeFnbFile } from '#test/support/bank/fnb-file.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { dayFromToday } from '#test/support/ledger/money-calls.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const PRINTED = '012345678';
const CLIENTS = 2_000;
const FIRST_NUMBER = 50_000;

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

it('a file of 10,000 lines is stored with at most 60 Data API calls in one transaction, and is known when it comes again', async () => {
  const { cookie } = await addCaller(portal, 'admin');
  await portal.connection.execute(sql`
    insert into users ("User_Name", "User_Surname", "User_Email", "User_Mobile", "OWNumber", "User_Pass_Bkp")
    select 'Thandi', 'Nk' || translate(to_hex(place), '0123456789', 'ghijklmnop'), 'client' || place || '@clients.example', '+27' || (820000000 + place), 'OW' || place, 'none'
    from generate_series(${FIRST_NUMBER}::int, ${FIRST_NUMBER + CLIENTS - 1}::int) as place`);
  await connectAsOwner().execute(sql`analyze users`);
  const random = makeRandom(1);
  const text = writeFnbFile(
    PRINTED,
    Array.from({ length: BANK_FILE_LINES_MAX }, (_, place) => ({
      date: dayFromToday(Math.floor((place * 20) / BANK_FILE_LINES_MAX) - 20),
      description: `FNB OB PMT ${random.pick(['T NKOSI', 'S DLAMINI', 'J BOTHA'])} ${random.digits(9)}`,
      reference: random.chance(0.8) ? `OW${FIRST_NUMBER + random.integer(0, CLIENTS - 1)}` : random.digits(8),
      cents: random.pick([29_900, 39_900, 49_900]),
    })),
  );
  const send = () =>
    portal.call('POST', '/api/admin/bank-files', {
      cookie,
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: { fileName: 'large.csv', text, bookFrom: dayFromToday(-30) },
    });
  portal.dataApi.calls.reset();

  const first = await send();

  const { total, byOperation } = portal.dataApi.calls;
  expect(first).toMatchObject({
    status: 201,
    body: { ties: true, counts: { lines: 10_000, duplicates: 0 } },
  });
  expect(total).toBeLessThanOrEqual(60);
  expect(byOperation).toMatchObject({ BeginTransaction: 1, CommitTransaction: 1 });
  expect(await send()).toMatchObject({
    status: 201,
    body: { ties: true, counts: { lines: 0, duplicates: 10_000 } },
  });
});
