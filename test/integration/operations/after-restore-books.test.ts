import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { runBookingJob } from '#functions/domain/bank/run-booking-job.ts';
import { afterRestoreCommand } from '#operations/after-restore/after-restore-command.ts';
import { monthAfter } from '#shared/dates.ts';
import { formatMonth, startOf } from '#shared/months.ts';
import { writeFnbFile } from '#test/support/bank/fnb-file.ts';
import { lineCalls } from '#test/support/bank/line-calls.ts';
import { addCertainLines, bookCertain, readBooked, runBookings } from '#test/support/bank/order-lines.ts';
import { addOwingClients } from '#test/support/bank/owing-clients.ts';
import { closingCalls } from '#test/support/closings/closing-calls.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { copyDatabase } from '#test/support/database/postgres-databases.ts';
import { dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addVatAccount, issueOf } from '#test/support/ledger/vat-books.ts';
import { addUserWhoSignsIn, PASSWORD } from '#test/support/portal/accounts.ts';
import { type Answer, startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';
import { filterLog, readPatternOfManual } from '#test/support/stand-ins/filter-log.ts';
import { makeRecordedTerminal } from '#test/support/stand-ins/recorded-terminal.ts';

const VAT_NUMBER = '4870261234';
const PRINTED_ACCOUNT = '012345678';
const EARLY = monthAfter(new Date(), -2);
const LATE = monthAfter(new Date(), -1);
const nameOf = (month: string) => formatMonth(startOf(month));
/** More than one portion of a job. */
const OWING = 30;

type Answers = [question: string, answer: string][];
const SETTLE: Answers[number] = ['This ends all sessions', 'yes'];
/** The numbers of the invoice and of the credit note that were issued after the first moment. */
const NUMBERS: Answers = [
  ['The last invoice of', 'no'],
  ['The last credit note of', 'no'],
];

const folder = mkdtempSync(join(tmpdir(), 'ow-connect-restore-'));
let portal: TestPortal & Awaited<ReturnType<typeof startTestPortal>>;
let admin: { userId: number; email: string; cookie: string };
let owner: { userId: number; owNumber: string };
let fileId: number;
let filedFigures: unknown;

interface Moment {
  at: string;
  putBack: () => Promise<void>;
}
/** The moments of the restores, in the order of time. */
const moments = {} as Record<'halfBooked' | 'halfBookedToo' | 'opened' | 'closed' | 'filed', Moment>;
let logUntilOpening: string;
let log: string;

const stop = async (): Promise<Moment> => {
  const { putBack } = await copyDatabase(inject('postgres'), portal.databaseUrl);

  return { at: new Date().toISOString(), putBack };
};

const readLog = () => filterLog(readPatternOfManual(), portal.heard.log.join('')).join('\n');

const run = async ({ at }: Moment, text: string, answers: Answers, failsWith?: string) => {
  const file = join(folder, 'later.log');
  writeFileSync(file, text);
  const { terminal, shown, unanswered } = makeRecordedTerminal([...answers]);
  const error = await afterRestoreCommand(['local', at, file], terminal).catch(({ message }) => message);
  expect({ unanswered, error: error?.split(':')[0] }).toEqual({ unanswered: [], error: failsWith });

  return { shown: shown.join('\n') };
};

const readClosings = async () => {
  const { rows } = await portal.connection.execute(sql`
    select to_char(last_day, 'YYYY-MM') as month, closed_by, totals is not null as has_figures,
      opened_at is not null as is_opened from book_closings order by id`);

  return rows.map(({ month, closed_by, has_figures, is_opened }) => [
    month,
    closed_by,
    has_figures,
    is_opened,
  ]);
};

const readReports = async () => {
  const { rows } = await portal.connection.execute(sql`
    select figures ->> 'period' as period, filed_by, figures::text as figures,
      (select count(*)::int from vat_report_documents where report_id = vat_reports.id) as documents from vat_reports`);

  return rows.map(({ figures, ...report }) => ({ ...report, figures: JSON.parse(String(figures)) }));
};

const readAudited = async () => {
  const rows = await portal.connection.select().from(auditLog).where(eq(auditLog.address, 'terminal'));

  return rows.map(({ action, actor_id, record }) => [action, actor_id, record]);
};

const ok = async (answer: Promise<{ status: number; body: Answer['body'] }>) => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBeLessThan(300);

  return body;
};

const bankRows = ['one', 'two', 'three'].map((reference, place) => ({
  date: dayFromToday(-1),
  reference,
  cents: 20_000 + place,
}));
const upload = (cookie: string) =>
  portal.call('POST', '/api/admin/bank-files', {
    cookie,
    body: {
      fileName: 'later.csv',
      text: writeFnbFile(PRINTED_ACCOUNT, bankRows),
      bookFrom: dayFromToday(-5),
    },
  });

/** Books one portion of the file's job, as if its time had ended then. */
const bookOnePortion = async () => {
  const [{ key = '' } = {}] = await portal.connection
    .select({ key: jobs.key })
    .from(jobs)
    .where(eq(jobs.kind, 'bank-booking'));
  const { database } = await import('#local/seed/whole-database.ts');
  const timesLeft = [25_000, 1_000];
  await runBookingJob(
    { database, mailSettings: { isOn: false }, bankBookingQueue: { send: async () => {} } },
    key,
    { clock: () => new Date(), timeLeftMs: () => timesLeft.shift() ?? 0, log: () => {} },
  );
};

const countBooked = async () =>
  (await readBooked(portal, fileId)).filter(({ state, bookings }) => state === 'booked' && bookings === 1)
    .length;

/** Writes each kind of the books once, after the first moment. */
const writeBooks = async (before: { serviceId: number; paymentId: number; invoiceId: number }) => {
  const money = moneyCalls(portal, admin);
  const { cookie } = admin;
  await runBookings(portal);
  const file = await ok(upload(cookie));
  const { lines } = await ok(portal.call('GET', `/api/admin/bank-files/${file.id}/lines`, { cookie }));
  await ok(lineCalls(portal, admin).book(lines[0].id, { unidentified: true }));
  await ok(lineCalls(portal, admin).ignore(lines[1].id));

  await ok(portal.call('POST', `/api/admin/users/${owner.userId}/services`, { cookie, body: {} }));
  await ok(
    portal.call('PUT', `/api/admin/services/${before.serviceId}`, { cookie, body: { pricePerMonth: 10 } }),
  );
  const issued = await ok(money.issue(owner.userId, 50));
  const key = { 'idempotency-key': crypto.randomUUID() };
  await ok(money.pay(owner.userId, {}, key));
  await ok(money.pay(owner.userId, {}, key));
  await ok(money.reverse(before.paymentId));
  await ok(money.setStatus(issued.id, 'paid'));
  await ok(money.credit(before.invoiceId, { amount: 15 }));
  await ok(money.writeOff(before.invoiceId, { amount: 20 }));
  await ok(money.undoWriteOff(before.invoiceId));
};

beforeAll(async () => {
  portal = await startTestPortal({
    settings: { SUPPLIER_VAT_NUMBER: VAT_NUMBER, VAT_TAX_PERIOD: 'monthly' },
    logError: () => {},
  });
  process.env.DATA_DIR = portal.dataFolder;
  admin = await addUserWhoSignsIn(portal, { user_role: 'admin' });
  const { cookie } = admin;
  const books = closingCalls(portal, admin);
  const money = moneyCalls(portal, admin);
  const { userId } = await addVatAccount(portal, {});
  const [row] = await portal.connection.select().from(users).where(eq(users.User_Id, userId));
  owner = { userId, owNumber: row?.OWNumber ?? '' };
  await issueOf(portal, userId, { at: `${EARLY}-10T08:00:00Z`, vatNumber: VAT_NUMBER });
  const invoiceId = await issueOf(portal, userId, { at: `${LATE}-10T08:00:00Z`, vatNumber: VAT_NUMBER });
  await ok(books.close(EARLY));
  const service = await ok(portal.call('POST', `/api/admin/users/${userId}/services`, { cookie, body: {} }));
  const payment = await ok(money.pay(userId, { amount: 1 }));

  const owing = await addOwingClients(
    portal,
    Array.from({ length: OWING }, () => [100]),
  );
  ({ fileId } = await addCertainLines(
    portal,
    owing.map((client) => ({ userId: client, amount: '100.00' })),
  ));
  await ok(bookCertain(portal, admin, fileId));
  await bookOnePortion();
  moments.halfBookedToo = await stop();
  moments.halfBooked = await stop();

  await writeBooks({ serviceId: service.id, paymentId: payment.id, invoiceId });
  await ok(books.open(EARLY));
  logUntilOpening = readLog();
  moments.opened = await stop();
  await ok(books.close(EARLY));
  await ok(books.close(LATE));
  moments.closed = await stop();
  const body = { period: LATE, vatNumber: VAT_NUMBER };
  await ok(portal.call('POST', '/api/admin/vat-reports', { cookie, body }));
  [filedFigures] = await readReports();
  moments.filed = await stop();
  await ok(money.pay(userId, { amount: 2 }));
  log = readLog();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await portal.stop();
});

describe('npm run after-restore and the books', () => {
  it('a month that was opened again after the moment is opened only by choice, and is then not offered again', async () => {
    const { putBack } = moments.halfBookedToo;
    await putBack();
    const question = `${nameOf(EARLY)} was opened again on `;

    await run(moments.halfBookedToo, logUntilOpening, [SETTLE, [question, 'no'], ...NUMBERS]);
    expect(await readClosings()).toEqual([[EARLY, admin.userId, true, false]]);
    await run(moments.halfBookedToo, logUntilOpening, [[question, 'yes'], ...NUMBERS]);
    expect(await readClosings()).toEqual([[EARLY, admin.userId, true, true]]);
    expect(await readAudited()).toContainEqual(['books.open-month', null, `month ${EARLY}`]);
    await run(moments.halfBookedToo, logUntilOpening, NUMBERS);
  });

  it('a closing that was killed between its day and its figures is completed by the next run, and the VAT report is kept with the same figures', async () => {
    await moments.halfBooked.putBack();
    const close: Answers[number] = [`${nameOf(LATE)} was closed on `, 'yes'];
    const file: Answers[number] = [`The VAT report of ${nameOf(LATE)} of ${VAT_NUMBER} was filed on `, 'yes'];
    const database = connectAsOwner();
    await database.execute(
      sql`alter table book_closings add constraint no_figures check (totals is null) not valid`,
    );

    await run(moments.halfBooked, log, [SETTLE, close], 'Failed query');
    await database.execute(sql`alter table book_closings drop constraint no_figures`);
    expect(await readClosings()).toEqual([
      [EARLY, admin.userId, true, false],
      [LATE, null, false, false],
    ]);

    const { shown } = await run(moments.halfBooked, log, [close, file, ...NUMBERS]);
    expect(shown).toContain('Its figures are the same.');
    expect(await readClosings()).toEqual([
      [EARLY, admin.userId, true, false],
      [LATE, null, true, false],
    ]);
    expect(await readReports()).toEqual([{ ...(filedFigures as object), filed_by: null }]);
    const acts = (await readAudited()).filter(
      ([action, actor]) => actor === null && action !== 'operations.after-restore',
    );
    expect(acts).toEqual([
      ['books.close-month', null, `month ${LATE}`],
      ['books.file-vat-report', null, `VAT report ${LATE} of ${VAT_NUMBER}`],
    ]);
  });

  it('the list names each later write to the books once, in the order in which it is done again', async () => {
    const { shown } = await run(moments.halfBooked, log, NUMBERS);
    const { owNumber } = owner;
    const list = shown
      .slice(shown.indexOf('The books lack'), shown.indexOf('Nothing else'))
      .split('\n')
      .slice(1, -1)
      .map((line) => line.replace(/^ {2}\w{3} \d\d, \d{4} \d\d:\d\d {2}/, '- ').replace(/, by OW\d+$/, ''))
      .map((line) => line.replace(/(INV|CN)-\d{4}-/g, '$1-').replace(/\d{4}-\d\d-\d\d/g, 'DAY'));

    expect(list).toEqual([
      'Services (2)',
      `- a service for ${owNumber}`,
      expect.stringMatching(`- service \\d+ of ${owNumber} changed`),
      expect.stringContaining('Invoices, '),
      expect.stringMatching(`- INV-\\d+ for ${owNumber}`),
      expect.stringContaining('Files of the bank'),
      expect.stringMatching('- file \\d+ of DAY to DAY'),
      expect.stringContaining('Lines of the bank'),
      `- up to here a job booked ${OWING - 25} lines of file ${fileId} of DAY to DAY`,
      expect.stringMatching('- bank line \\d+, made since, booked'),
      expect.stringMatching('- bank line \\d+, made since, ignored'),
      expect.stringContaining('Payments, '),
      `- a payment of ${owNumber}`,
      expect.stringMatching(`- payment \\d+ of ${owNumber} reversed`),
      `- a payment of ${owNumber}`,
      expect.stringContaining('Invoices that were marked'),
      expect.stringMatching('- INV-\\d+, made since, made paid'),
      expect.stringMatching(`- CN-\\d+ for INV-\\d+ of ${owNumber}`),
      'Written-off debts (2)',
      expect.stringMatching(`- INV-\\d+ of ${owNumber} written off`),
      expect.stringMatching(`- the write-off of INV-\\d+ of ${owNumber} undone`),
      expect.stringContaining('Months that were opened again'),
      `- ${nameOf(EARLY)} opened again`,
    ]);
  });

  it("after the restore 'Try again' books the rest of the file once, the bank's file is read again, and a late payment stands on the first open day", async () => {
    expect(await countBooked()).toBe(25);
    const cookie = await portal.signIn(admin.email, PASSWORD);
    const { body: held } = await portal.call('GET', '/api/admin/jobs?state=failed', { cookie });
    const booking = held.find(({ kind }: { kind: string }) => kind === 'bank-booking');
    await ok(portal.call('POST', `/api/admin/jobs/${booking.id}/retry`, { cookie }));
    await runBookings(portal);

    expect(await countBooked()).toBe(OWING);
    expect(await ok(upload(cookie))).toMatchObject({ counts: { lines: bankRows.length, duplicates: 0 } });
    const date = `${LATE}-20`;
    const payment = await ok(moneyCalls(portal, { cookie }).pay(owner.userId, { date, amount: 3 }));
    expect(payment).toMatchObject({ date: `${monthAfter(new Date(), 0)}-01`, bankDate: date });
  });

  it('a VAT report whose figures differ is kept only by choice, and not before its month is closed', async () => {
    await moments.opened.putBack();
    const other = log.replace(/"invoices":{"gross":\d+/, '"invoices":{"gross":999');
    const closeEarly = `${nameOf(EARLY)} was closed on `;
    const closeLate = `${nameOf(LATE)} was closed on `;
    const file = `The VAT report of ${nameOf(LATE)}`;

    const first = await run(moments.opened, other, [SETTLE, [closeEarly, 'no'], [file, 'yes']]);
    expect(first.shown).toContain(`${nameOf(EARLY)} and each later month stay open.`);
    expect(first.shown).toContain(
      `${file} of ${VAT_NUMBER} is left as it is: Please close each month of the period first.`,
    );
    expect(first.shown).toMatch(
      /The books differ: invoices R.115,00 with VAT of R.15,00, filed R.999,00 with R.15,00\./,
    );
    expect(await readReports()).toEqual([]);

    const second = await run(moments.opened, other, [
      [closeEarly, 'yes'],
      [closeLate, 'yes'],
      [file, 'no'],
    ]);
    expect(second.shown).toContain('is not filed.');
    expect(await readReports()).toEqual([]);
    expect((await readClosings()).map(([month, , , isOpened]) => [month, isOpened])).toEqual([
      [EARLY, true],
      [EARLY, false],
      [LATE, false],
    ]);
  });

  it('a restore to after the closing offers the filing alone, and one to after the filing offers nothing', async () => {
    await moments.closed.putBack();
    await run(moments.closed, log, [SETTLE, [`The VAT report of ${nameOf(LATE)}`, 'yes']]);
    expect(await readReports()).toHaveLength(1);
    expect((await run(moments.closed, log, [])).shown).not.toContain('VAT report');

    await moments.filed.putBack();
    const { shown } = await run(moments.filed, log, [SETTLE]);
    expect(shown).toMatch(/Payments, .* \(1\)\n {2}.* a payment of OW\d+, by OW\d+\nNothing else/);
  });
});
