import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeRandom } from '#local/seed/random.ts';
import type { DocumentRow } from '#shared/books/vat-rows.ts';
import type { VatReport } from '#shared/contract/books/vat-report.ts';
import { centsFromAmount } from '#shared/money.ts';
import {
  type AboutInvoice,
  addEntryOf,
  addVatAccount,
  issueOf,
  type NewEntry,
} from '#test/support/ledger/vat-books.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import { readCsvRecords } from '#test/support/portal/csv-records.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';
import { ADMIN } from '#test/support/stubs/session-users.ts';

let portal: TestPortal;
let admin: { cookie: string; userId: number };
/** Each test has years and VAT numbers of its own. */
let year = 1998;
let vatNumber = '';
let otherNumber = '';

beforeAll(async () => {
  portal = await startTestPortal({ settings: { SUPPLIER_VAT_NUMBER: '4870261234' } });
  admin = await addCaller(portal, 'admin');
});
afterAll(() => portal.stop());
beforeEach(() => {
  year += 2;
  vatNumber = `41${year}0001`;
  otherNumber = `42${year}0002`;
});

const read = async (period: string, number = vatNumber): Promise<VatReport> => {
  const path = `/api/admin/vat-report?period=${period}&vatNumber=${number}`;
  const { status, body } = await portal.call('GET', path, admin);
  expect(status).toBe(200);
  expect(body.agrees).toBe(true);

  return body as VatReport;
};

const documents = async (period: string, row: DocumentRow, number = vatNumber) => {
  const path = `/api/admin/vat-report.csv?period=${period}&vatNumber=${number}&row=${row}`;
  const { status, body } = await portal.call('GET', path, admin);
  expect(status).toBe(200);

  return readCsvRecords(body);
};

const issue = async (day: string, number = vatNumber) => {
  const { userId } = await addVatAccount(portal);

  return { userId, invoiceId: await issueOf(portal, userId, { at: `${day}T08:00:00Z`, vatNumber: number }) };
};

interface Issued {
  userId: number;
  invoiceId: number;
}

const add = (kind: AboutInvoice, { userId, invoiceId }: Issued, entry: Pick<NewEntry, 'day' | 'amount'>) =>
  addEntryOf(portal, userId, kind, { invoiceId, ...entry });

const writeOff = (issued: Issued, day: string, amount: number) => add('write-off', issued, { day, amount });
const undo = (issued: Issued, day: string, amount: number) =>
  add('write-off-reversal', issued, { day, amount: -amount });
const recover = (issued: Issued, day: string, amount: number) =>
  add('recovery', issued, { day, amount: -amount });

const lastDayOf = (period: string): string =>
  new Date(Date.UTC(Number(period.slice(0, 4)), Number(period.slice(5)), 0)).toISOString().slice(0, 10);

/** Closes all months of a tax period and files its report on a later day. */
const fileOn = async (
  day: string,
  period: string,
  { number = vatNumber, taxPeriod = 'even-months' as 'even-months' | 'monthly' } = {},
): Promise<VatReport> => {
  const { fileVatReport } = await import('#functions/domain/books/vat-report.ts');
  const { database } = await import('#local/seed/whole-database.ts');
  await portal.connection.execute(sql`
    insert into book_closings (last_day, closed_at, closed_by)
    values (${lastDayOf(period)}::date, now(), ${admin.userId}::int) on conflict do nothing`);

  return fileVatReport(
    {
      database,
      vatSettings: { vatNumber: '4870261234', taxPeriod, registeredFrom: null, creditNoteField: '18' },
    },
    { ...ADMIN, userId: admin.userId },
    { period, vatNumber: number },
    new Date(`${day}T08:00:00Z`),
  );
};

const sums = ({ writtenOff, recovered, waiting }: VatReport) => ({
  field17: writtenOff.gross,
  field12: recovered.gross,
  waiting: waiting.writtenOff.gross,
  recoveredWaiting: waiting.recovered.gross,
});
const NOTHING = { field17: 0, field12: 0, waiting: 0, recoveredWaiting: 0 };

describe('a write-off', () => {
  it('a debt that was written off before the return of its invoice stands apart, with that return and its documents', async () => {
    await writeOff(await issue(`${year}-03-10`), `${year}-03-20`, 69);
    await writeOff(await issue(`${year}-01-10`), `${year}-04-20`, 23);

    const report = await read(`${year}-04`);

    expect(report.writtenOff).toMatchObject({ gross: 0, vat: 0, count: 0 });
    expect(report.waiting).toEqual({
      writtenOff: { gross: 92, net: 80, vat: 12, count: 2, fraction: 12, field: null },
      recovered: { gross: 0, net: 0, vat: 0, count: 0, fraction: 0, field: null },
      returns: [
        { from: `${year}-01-01`, to: expect.stringMatching(/-02-2[89]$/) },
        { from: `${year}-03-01`, to: `${year}-04-30` },
      ],
    });
    expect(await documents(`${year}-04`, 'writtenOffWaiting')).toMatchObject([
      { Date: `${year}-03-20`, 'Invoice date': `${year}-03-10`, Gross: '69.00', 'Counts on': '' },
      { Date: `${year}-04-20`, 'Invoice date': `${year}-01-10`, Gross: '23.00', 'Counts on': '' },
    ]);
  });

  it('what waited moves into field 17 of the period in which the return of its invoice is filed', async () => {
    await writeOff(await issue(`${year}-01-10`), `${year}-02-10`, 69);
    const filed = await fileOn(`${year}-03-25`, `${year}-02`);

    expect(sums(filed)).toEqual({ ...NOTHING, waiting: 69 });
    expect(sums(await read(`${year}-02`))).toEqual(sums(filed));
    expect(sums(await read(`${year}-04`))).toEqual({ ...NOTHING, field17: 69 });
    expect(await documents(`${year}-04`, 'writtenOff')).toMatchObject([
      { Date: `${year}-02-10`, 'Counts on': `${year}-03-25`, VAT: '9.00' },
    ]);
    expect(sums(await read(`${year}-06`))).toEqual(NOTHING);
  });

  it('what waited for a return that is filed late waits in each period until then, in no other order of filing', async () => {
    await writeOff(await issue(`${year}-01-10`), `${year}-02-10`, 69);
    await fileOn(`${year}-05-10`, `${year}-02`);
    const later = await fileOn(`${year}-05-11`, `${year}-04`);

    expect(sums(later)).toEqual({ ...NOTHING, waiting: 69 });
    expect(sums(await read(`${year}-06`))).toEqual({ ...NOTHING, field17: 69 });
  });

  it.each([
    ['the day before', 24, `-03-25`],
    ['the day', 25, `-03-25`],
    ['a later day', 26, `-03-26`],
  ])(
    'a debt that is written off on %s of the filing counts once its return is filed',
    async (_, day, counts) => {
      const issued = await issue(`${year}-01-10`);
      await fileOn(`${year}-03-25`, `${year}-02`);
      await writeOff(issued, `${year}-03-${day}`, 69);

      expect(sums(await read(`${year}-04`))).toEqual({ ...NOTHING, field17: 69 });
      expect(await documents(`${year}-04`, 'writtenOff')).toMatchObject([
        { 'Counts on': `${year}${counts}` },
      ]);
    },
  );

  it('a write-off that is undone while it waits comes to nothing, before and after the filing', async () => {
    const issued = await issue(`${year}-01-10`);
    await writeOff(issued, `${year}-02-10`, 69);
    await undo(issued, `${year}-02-20`, 69);
    await fileOn(`${year}-03-25`, `${year}-02`);

    expect(await read(`${year}-02`)).toMatchObject({
      waiting: { writtenOff: { gross: 0, vat: 0, count: 2 } },
    });
    expect(await read(`${year}-04`)).toMatchObject({ writtenOff: { gross: 0, vat: 0, count: 2 } });
  });

  it('a write-off that was counted and is undone later is a minus of the later day', async () => {
    const issued = await issue(`${year}-01-10`);
    await writeOff(issued, `${year}-02-10`, 69);
    await fileOn(`${year}-03-25`, `${year}-02`);
    await fileOn(`${year}-05-25`, `${year}-04`);
    await undo(issued, `${year}-06-10`, 69);

    expect(sums(await read(`${year}-04`))).toEqual({ ...NOTHING, field17: 69 });
    expect(await read(`${year}-06`)).toMatchObject({
      writtenOff: { gross: -69, net: -60, vat: -9, fraction: -9, count: 1 },
    });
  });

  it('what is recovered of a waiting write-off waits with it, and both count together', async () => {
    const issued = await issue(`${year}-01-10`);
    await writeOff(issued, `${year}-02-10`, 69);
    await recover(issued, `${year}-02-20`, 23);
    await fileOn(`${year}-03-25`, `${year}-02`);
    await recover(issued, `${year}-04-02`, 46);

    expect(sums(await read(`${year}-02`))).toEqual({ ...NOTHING, waiting: 69, recoveredWaiting: 23 });
    expect(sums(await read(`${year}-04`))).toEqual({ ...NOTHING, field17: 69, field12: 69 });
    expect(await documents(`${year}-02`, 'recoveredWaiting')).toMatchObject([
      { Gross: '23.00', VAT: '3.00' },
    ]);
  });

  it('the return of an invoice before the first report that was ever filed counts as filed with it', async () => {
    await writeOff(await issue(`${year}-01-10`), `${year}-03-10`, 69);
    await fileOn(`${year}-05-25`, `${year}-04`);

    expect(sums(await read(`${year}-04`))).toEqual({ ...NOTHING, waiting: 69 });
    expect(sums(await read(`${year}-06`))).toEqual({ ...NOTHING, field17: 69 });

    await fileOn(`${year}-07-25`, `${year}-02`);

    expect(sums(await read(`${year}-06`))).toEqual({ ...NOTHING, field17: 69 });
    expect(sums(await read(`${year}-08`))).toEqual(NOTHING);
  });

  it('the return of a period that was left out while later ones were filed is still waited for', async () => {
    await issue(`${year}-01-10`);
    await fileOn(`${year}-03-25`, `${year}-02`);
    await writeOff(await issue(`${year}-04-10`), `${year}-05-10`, 69);
    await issue(`${year}-05-11`);
    await fileOn(`${year}-07-25`, `${year}-06`);

    expect(sums(await read(`${year}-08`))).toEqual({ ...NOTHING, waiting: 69 });
  });

  it('of two numbers, each waits for the return of its own', async () => {
    await writeOff(await issue(`${year}-01-10`), `${year}-02-10`, 69);
    await writeOff(await issue(`${year}-01-11`, otherNumber), `${year}-02-11`, 23);
    await fileOn(`${year}-03-25`, `${year}-02`);

    expect(sums(await read(`${year}-04`))).toEqual({ ...NOTHING, field17: 69 });
    expect(sums(await read(`${year}-04`, otherNumber))).toEqual({ ...NOTHING, waiting: 23 });
  });

  it('a return that was filed for one month ends the waiting of that month alone', async () => {
    await writeOff(await issue(`${year}-01-10`), `${year}-01-20`, 69);
    await writeOff(await issue(`${year}-02-10`), `${year}-02-20`, 23);
    await fileOn(`${year}-03-05`, `${year}-01`, { taxPeriod: 'monthly' });

    expect(sums(await read(`${year}-04`))).toEqual({ ...NOTHING, field17: 69, waiting: 23 });
  });

  it('a write-off without VAT waits for nothing', async () => {
    const { userId } = await addVatAccount(portal);
    const invoiceId = await issueOf(portal, userId, { at: `${year}-03-10T08:00:00Z`, vatNumber: null });
    await issue(`${year}-03-11`);
    await writeOff({ userId, invoiceId }, `${year}-03-20`, 69);

    const report = await read(`${year}-04`);

    expect(sums(report)).toEqual(NOTHING);
    expect(report.withoutVat.writtenOff).toMatchObject({ gross: 69, vat: 0, count: 1 });
  });
});

it.each([11, 12, 13])(
  'over all reports of a made-up history nothing is counted twice or lost: seed %i',
  async (seed) => {
    const random = makeRandom(seed);
    const numbers = [vatNumber, otherNumber];
    const periods = Array.from({ length: 9 }, (_, place) => ({
      period: `${year + Math.floor(place / 6)}-${String(((place * 2) % 12) + 2).padStart(2, '0')}`,
      place,
    }));
    const dayOf = (month: number, day: number) =>
      new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
    const books: (Issued & { writtenOff: number; open: number })[] = [];
    const unfiled = numbers.flatMap((number) => periods.slice(0, 6).map((one) => ({ ...one, number })));
    /** Files reports of periods that are over, some late and in any order. */
    const fileSome = async (month: number, chance: number) => {
      for (const report of [...unfiled]) {
        if (report.place * 2 + 2 <= month && random.integer(1, 100) <= chance) {
          await fileOn(dayOf(month, random.integer(12, 28)), report.period, { number: report.number });
          unfiled.splice(unfiled.indexOf(report), 1);
        }
      }
    };

    for (let month = 0; month < 16; month += 1) {
      for (const [place, number] of numbers.entries()) {
        books.push({ ...(await issue(dayOf(month, 1 + place), number)), writtenOff: 0, open: 115 });
      }
      for (let act = 0; act < 4; act += 1) {
        const debt = random.pick(books);
        const day = dayOf(month, 4 + act);
        const amount = random.integer(1, 30);
        if (debt.writtenOff >= amount && random.integer(0, 1) === 1) {
          await recover(debt, day, amount);
          debt.writtenOff -= amount;
        } else if (debt.writtenOff > 0 && random.integer(0, 1) === 1) {
          await undo(debt, day, debt.writtenOff);
          debt.open += debt.writtenOff;
          debt.writtenOff = 0;
        } else if (debt.open >= amount) {
          await writeOff(debt, day, amount);
          debt.open -= amount;
          debt.writtenOff += amount;
        }
      }
      await fileSome(month, 45);
    }
    await fileSome(16, 80);

    for (const number of numbers) {
      const reports: VatReport[] = [];
      const counted: string[] = [];
      for (const { period } of periods) {
        reports.push(await read(period, number));
        counted.push(
          ...(await documents(period, 'writtenOff', number)).map((row) =>
            JSON.stringify([row.Number, row.Date]),
          ),
        );
      }
      const { rows } = await portal.connection.execute(sql`
        select coalesce(sum(amount) filter (where kind <> 'recovery'), 0)::text as "off",
          coalesce(sum(vat) filter (where kind <> 'recovery'), 0)::text as "offVat",
          coalesce(-sum(amount) filter (where kind = 'recovery'), 0)::text as back,
          count(*) filter (where kind <> 'recovery')::text as count
        from ledger_entries
        where vat_number = ${number} and kind in ('write-off', 'write-off-reversal', 'recovery')`);
      const last = reports.at(-1);
      const total = (cents: (report: VatReport) => number) =>
        reports.reduce((sum, report) => sum + cents(report), 0);
      expect({
        off:
          total(({ writtenOff }) => centsFromAmount(writtenOff.gross)) +
          centsFromAmount(last?.waiting.writtenOff.gross ?? 0),
        offVat:
          total(({ writtenOff }) => centsFromAmount(writtenOff.vat)) +
          centsFromAmount(last?.waiting.writtenOff.vat ?? 0),
        back:
          total(({ recovered }) => centsFromAmount(recovered.gross)) +
          centsFromAmount(last?.waiting.recovered.gross ?? 0),
        count: total(({ writtenOff }) => writtenOff.count) + (last?.waiting.writtenOff.count ?? 0),
      }).toEqual({
        off: centsFromAmount(Number(rows[0]?.off)),
        offVat: centsFromAmount(Number(rows[0]?.offVat)),
        back: centsFromAmount(Number(rows[0]?.back)),
        count: Number(rows[0]?.count),
      });
      expect(counted.length).toBeGreaterThan(3);
      expect(total(({ waiting }) => waiting.writtenOff.count)).toBeGreaterThan(3);
    }
  },
  120_000,
);
