import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Account, pay as payInBooks } from '#test/judge/books.ts';
import { compareAccount } from '#test/judge/compare.ts';
import { type Court, openCourt } from '#test/judge/court.ts';
import { done, invoiceIs, readMoney } from '#test/judge/money-shown.ts';
import { describeDifferences } from '#test/judge/tally.ts';

/**
 * What goes wrong with money, each with the figures that a person writes down. The judge's books are kept beside it and
 * must agree, too.
 */

const FIRST_NUMBER = '4111111111';
const SECOND_NUMBER = '4222222222';

let court: Court;
/** Owes R 50 of an imported balance. */
let owesOpening: Account;
let clients: Account[];
const nextClient = (): Account => {
  const client = clients.shift();
  if (!client) {
    throw new Error('No client is left');
  }

  return client;
};

const line = (amount: number) => [{ description: 'Data', amount }];
const issue = async (client: Account, amount: number) => done(await court.issue(client, line(amount)));
const pay = async (client: Account, amount: number) => done(await court.pay(client, { amount }));
const invoicePath = (id: number, act: string) => `/api/invoices/${id}/${act}`;
const noteOf = (amount: number) => ({ reason: 'error', explanation: 'The price was wrong.', amount });

/** Writes a payment in the books that was asked for beside them, on the day that the portal gave it. */
const writePayment = (
  client: Account,
  { id, date, bankDate }: { id: number; date: string; bankDate: string },
  cents: number,
) =>
  payInBooks(
    client,
    { ...court.world, firstOpenDay: date },
    { id, bankDay: bankDate, cents, named: [], replaces: null },
  );

beforeAll(async () => {
  court = await openCourt('2025-08-30', '23:40');
  const [owing, ...others] = await court.importClients(
    [{ cents: -5000, dueDay: '2025-08-01' }, ...Array(39).fill({})],
    '2025-08-30',
  );
  owesOpening = owing as Account;
  clients = others;
});
afterAll(() => court.stop());

describe('before the supplier has a VAT number', () => {
  it('voids an invoice without VAT, and what had paid it is credit', async () => {
    const client = owesOpening;
    await issue(client, 100);
    const second = await issue(client, 80);
    await pay(client, 180);
    await court.makeVoid(client, second);

    expect(await readMoney(court, client)).toEqual({
      owed: 0,
      credit: 30,
      invoices: [invoiceIs('paid', 0), invoiceIs('void', 0)],
    });
  });

  it('does not void an invoice that has a credit note, or of which something is written off', async () => {
    const client = nextClient();
    const noted = await issue(client, 100);
    await court.credit(client, noted, { amount: 10 });
    const lost = await issue(client, 70);
    await court.writeOff(client, lost, 20);

    expect((await court.makeVoid(client, noted)).status).toBe(409);
    expect((await court.makeVoid(client, lost)).status).toBe(409);
    expect(await readMoney(court, client)).toEqual({
      owed: 140,
      credit: 0,
      invoices: [invoiceIs('pending', 90, 10), invoiceIs('pending', 50, 0, 20)],
    });
  });

  it('a note of an invoice from before registration has no VAT, and stands apart in the report', async () => {
    const client = nextClient();
    const invoice = await issue(client, 100);
    await court.moveTo('2025-09-02', '00:20');
    await court.startAgain({ SUPPLIER_VAT_NUMBER: FIRST_NUMBER }, '00:20');
    const note = done(await court.credit(client, invoice, { amount: 40 }));
    const shown = await court.portal.call('GET', `/api/credit-notes/${note.id}`);
    const report = await court.portal.call(
      'GET',
      `/api/admin/vat-report?period=2025-10&vatNumber=${FIRST_NUMBER}`,
    );

    expect(shown.body).toMatchObject({ totalAmount: 40, vatAmount: null });
    expect(report.body.creditNotes).toMatchObject({ gross: 0, vat: 0, count: 0 });
    expect(report.body.withoutVat.creditNotes).toMatchObject({ gross: 40, net: 40, vat: 0, count: 1 });
  });
});

describe('credit notes', () => {
  it('nineteen notes of R 0,50 of R 10 take R 1,24 of R 1,30 VAT, and the twentieth the six cents that remain', async () => {
    const client = nextClient();
    const invoice = await issue(client, 10);
    const vat: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      const note = done(await court.credit(client, invoice, { amount: 0.5 }));
      vat.push((await court.portal.call('GET', `/api/credit-notes/${note.id}`)).body.vatAmount);
    }

    const pairs = Array.from({ length: 10 }, () => [0.07, 0.06]).flat();
    expect(vat).toEqual(pairs);
    expect(await readMoney(court, client)).toEqual({
      owed: 0,
      credit: 0,
      invoices: [invoiceIs('void', 0, 10)],
    });
  });

  it('three notes of R 100 of R 300 take R 13,04, R 13,05 and R 13,04 of R 39,13', async () => {
    const client = nextClient();
    const invoice = await issue(client, 300);
    const vat: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      const note = done(await court.credit(client, invoice, { amount: 100 }));
      vat.push((await court.portal.call('GET', `/api/credit-notes/${note.id}`)).body.vatAmount);
    }

    expect(vat).toEqual([13.04, 13.05, 13.04]);
  });

  it('a note of R 80 on R 100 of which R 60 are paid pays R 40 and makes R 40 credit', async () => {
    const client = nextClient();
    const invoice = await issue(client, 100);
    await pay(client, 60);
    await court.credit(client, invoice, { amount: 80 });

    expect(await readMoney(court, client)).toEqual({
      owed: 0,
      credit: 40,
      invoices: [invoiceIs('paid', 0, 80)],
    });
  });

  it('what a note frees of a paid invoice pays another that is owed', async () => {
    const client = nextClient();
    const paid = await issue(client, 100);
    await pay(client, 100);
    await issue(client, 70);
    await court.credit(client, paid, { amount: 50 });

    expect(await readMoney(court, client)).toEqual({
      owed: 20,
      credit: 0,
      invoices: [invoiceIs('paid', 0, 50), invoiceIs('pending', 20)],
    });
  });

  it('an invoice that was paid and credited in full is not owed again when its payment is returned', async () => {
    const client = nextClient();
    const invoice = await issue(client, 100);
    const payment = await pay(client, 100);
    await court.credit(client, invoice, { amount: 100 });
    expect(await readMoney(court, client)).toEqual({
      owed: 0,
      credit: 100,
      invoices: [invoiceIs('void', 0, 100)],
    });

    await court.reverse(client, payment);
    expect(await readMoney(court, client)).toEqual({
      owed: 0,
      credit: 0,
      invoices: [invoiceIs('void', 0, 100)],
    });
    expect(
      (await court.portal.call('POST', invoicePath(invoice.id, 'credit-notes'), noteOf(1))).status,
    ).toBeOneOf([409, 422]);
  });

  it('a part-paid invoice with a note is owed for its rest when the payment is returned', async () => {
    const client = nextClient();
    const invoice = await issue(client, 100);
    const payment = await pay(client, 60);
    await court.credit(client, invoice, { amount: 30 });
    await court.reverse(client, payment);

    expect(await readMoney(court, client)).toEqual({
      owed: 70,
      credit: 0,
      invoices: [invoiceIs('pending', 70, 30)],
    });
  });

  it('a tax invoice is not voided', async () => {
    const client = nextClient();
    const invoice = await issue(client, 100);
    const { body } = await court.makeVoid(client, invoice);

    expect(body.code).toBe('credit_note_needed');
    expect(await readMoney(court, client)).toMatchObject({
      owed: 100,
      invoices: [invoiceIs('pending', 100)],
    });
  });
});

describe('write-offs', () => {
  it('is refused above what is due, and is undone once', async () => {
    const client = nextClient();
    const invoice = await issue(client, 100);
    expect((await court.writeOff(client, invoice, 100.01)).status).toBe(422);
    await court.writeOff(client, invoice, 60);
    await court.writeOff(client, invoice, 40);
    expect((await court.writeOff(client, invoice, 0.01)).status).toBe(409);
    expect(await readMoney(court, client)).toEqual({
      owed: 0,
      credit: 0,
      invoices: [invoiceIs('pending', 0, 0, 100)],
    });

    await court.takeBack(client, invoice);
    expect((await court.takeBack(client, invoice)).status).toBe(409);
    expect(await readMoney(court, client)).toEqual({
      owed: 100,
      credit: 0,
      invoices: [invoiceIs('pending', 100)],
    });
  });

  it('a payment recovers by name, stays credit by order, and is owed again when it is returned', async () => {
    const client = nextClient();
    const invoice = await issue(client, 100);
    await court.writeOff(client, invoice, 100);
    await pay(client, 30);
    expect(await readMoney(court, client)).toEqual({
      owed: 0,
      credit: 30,
      invoices: [invoiceIs('pending', 0, 0, 100)],
    });

    const named = done(await court.pay(client, { amount: 50, named: [{ invoice, amount: 50 }] }));
    expect(await readMoney(court, client)).toEqual({
      owed: 0,
      credit: 30,
      invoices: [invoiceIs('pending', 0, 0, 50)],
    });

    // R 50 are owed again, of which the free R 30 pay a part.
    await court.reverse(client, named);
    expect(await readMoney(court, client)).toEqual({
      owed: 20,
      credit: 0,
      invoices: [invoiceIs('pending', 20, 0, 50)],
    });
    await court.writeOff(client, invoice, 20);
    expect(await readMoney(court, client)).toEqual({
      owed: 0,
      credit: 0,
      invoices: [invoiceIs('pending', 0, 0, 70)],
    });
  });

  it('a named payment pays what is due first, and recovers at most what is written off', async () => {
    const client = nextClient();
    const invoice = await issue(client, 100);
    await court.writeOff(client, invoice, 60);
    await court.pay(client, { amount: 101, named: [{ invoice, amount: 100.01 }] });
    expect(await readMoney(court, client)).toMatchObject({ owed: 40, credit: 0 });

    await court.pay(client, { amount: 101, named: [{ invoice, amount: 100 }] });
    expect(await readMoney(court, client)).toEqual({
      owed: 0,
      credit: 1,
      invoices: [invoiceIs('paid', 0)],
    });
  });

  it('an older payment that is returned is owed, and what was written off stays written off', async () => {
    const client = nextClient();
    const invoice = await issue(client, 100);
    const payment = await pay(client, 40);
    await court.writeOff(client, invoice, 60);
    await court.reverse(client, payment);

    expect(await readMoney(court, client)).toEqual({
      owed: 40,
      credit: 0,
      invoices: [invoiceIs('pending', 40, 0, 60)],
    });
  });

  it('free credit pays what is taken back', async () => {
    const client = nextClient();
    const invoice = await issue(client, 100);
    await court.writeOff(client, invoice, 100);
    await pay(client, 130);
    await court.takeBack(client, invoice);

    expect(await readMoney(court, client)).toEqual({ owed: 0, credit: 30, invoices: [invoiceIs('paid', 0)] });
  });
});

describe('a payment dated before a write-off was undone', () => {
  it('is credit until that day, and pays then', async () => {
    const client = nextClient();
    const invoice = await issue(client, 100);
    await court.writeOff(client, invoice, 100);
    await court.moveTo('2025-09-10', '10:15');
    await court.takeBack(client, invoice);
    await court.pay(client, { day: '2025-09-05', amount: 100 });
    const readOn = (day: string) =>
      court.portal
        .call('GET', `/api/users/${client.userId}/statement?from=${day}&to=${day}`)
        .then(({ body: { credit, due, closing } }) => ({ credit, due, closing }));

    expect(await readOn('2025-09-04')).toEqual({ credit: 0, due: 0, closing: 0 });
    expect(await readOn('2025-09-09')).toEqual({ credit: 100, due: 0, closing: -100 });
    expect(await readOn('2025-09-10')).toEqual({ credit: 0, due: 0, closing: 0 });
  });
});

describe('deleting a client', () => {
  it('is refused while there is credit or something is owed, and changes no sum', async () => {
    const rich = nextClient();
    await pay(rich, 10);
    expect((await court.deleteClient(rich)).body.code).toBe('has_credit');
    await court.refund(rich, 10);
    expect((await court.deleteClient(rich)).status).toBe(204);

    const owing = nextClient();
    const read = () =>
      court.portal
        .call('GET', '/api/admin/ledger/totals?from=2025-09-01&to=2025-09-30')
        .then(({ body }) => body);
    const vatOf = () =>
      court.portal
        .call('GET', `/api/admin/vat-report?period=2025-10&vatNumber=${FIRST_NUMBER}`)
        .then(({ body }) => body.waiting.writtenOff.vat);
    await issue(owing, 115);
    expect((await court.deleteClient(owing)).body.code).toBe('owes');
    await court.writeOffAll([owing]);
    const [before, vatBefore] = [await read(), await vatOf()];
    expect((await court.deleteClient(owing)).status).toBe(204);

    expect([await read(), await vatOf()]).toEqual([before, vatBefore]);
    expect(before).toMatchObject({ closedAccounts: 0, agrees: true });
  });
});

describe('closed months', () => {
  const _closing = (month: string) => court.portal.call('POST', '/api/admin/closings', { month });

  it('a month is closed when it is over, once, and in order', async () => {
    await court.moveTo('2025-10-31', '23:40');
    expect((await court.close('2025-10')).body.code).toBe('not_over');
    expect((await court.close('2025-08')).status).toBe(201);
    expect((await court.close('2025-08')).body.code).toBe('not_next');
    expect((await court.close('2025-09')).status).toBe(201);
  });

  it('what waits past midnight while its month is closed is refused; a payment stands in the next month', async () => {
    const client = nextClient();
    await court.moveTo('2025-10-31', '23:59:50');
    const order = { userId: client.userId, lineItems: line(25) };
    const payment = { date: '2025-10-31', amount: 25, method: 'eft' };
    const issueNow = () => court.portal.call('POST', '/api/invoices', order);
    const payNow = () => court.portal.call('POST', `/api/admin/users/${client.userId}/payments`, payment);
    const other = new pg.Client({ connectionString: court.portal.databaseUrl });
    await other.connect();
    try {
      await other.query('begin');
      await other.query('select from users where "User_Id" = $1 for update', [client.userId]);
      const waiting = [issueNow(), payNow()] as const;
      await vi.waitFor(async () => {
        const { rows } = await other.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rows).toHaveLength(2);
      });
      await court.moveTo('2025-11-01', '00:00:05');
      expect((await court.close('2025-10')).status).toBe(201);
      await other.query('rollback');
      const [issued, paid] = await Promise.all(waiting);

      expect(issued.body).toMatchObject({ code: 'month_closed' });
      expect(paid.body).toMatchObject({ date: '2025-11-01', bankDate: '2025-10-31' });
      writePayment(client, paid.body, 2500);
    } finally {
      await other.end();
    }
    await issue(client, 25);
    expect(await readMoney(court, client)).toEqual({ owed: 0, credit: 0, invoices: [invoiceIs('paid', 0)] });
  });

  it('only the newest month is opened, and none that is filed', async () => {
    await court.moveTo('2025-12-01', '00:20');
    expect((await court.close('2025-11')).status).toBe(201);
    const open = (month: string) =>
      court.portal.call('POST', `/api/admin/closings/${month}/opening`, {
        reason: 'A payment was forgotten',
      });
    expect((await open('2025-10')).body.code).toBe('not_newest');
    expect((await open('2025-11')).status).toBe(200);
    court.world.firstOpenDay = '2025-11-01';

    const file = () =>
      court.portal.call('POST', '/api/admin/vat-reports', { period: '2025-10', vatNumber: FIRST_NUMBER });
    expect((await file()).status).toBe(201);
    expect((await file()).status).toBe(409);
    expect((await open('2025-10')).body.code).toBe('filed');
  });
});

describe('the supplier’s number changes', () => {
  it('a note stands in the report of the number with which its invoice was issued', async () => {
    const client = nextClient();
    const invoice = await issue(client, 230);
    await court.startAgain({ SUPPLIER_VAT_NUMBER: SECOND_NUMBER }, '00:20');
    await issue(client, 115);
    await court.credit(client, invoice, { amount: 23 });
    const report = async (vatNumber: string) =>
      (await court.portal.call('GET', `/api/admin/vat-report?period=2025-12&vatNumber=${vatNumber}`)).body;
    const [first, second] = [await report(FIRST_NUMBER), await report(SECOND_NUMBER)];

    // An invoice of R 25 stands in this period, too.
    expect(first.invoices).toMatchObject({ gross: 255, net: 221.74, vat: 33.26, count: 2, fraction: 33.26 });
    expect(first.creditNotes).toMatchObject({ gross: 23, net: 20, vat: 3, count: 1 });
    expect(second.invoices).toMatchObject({ gross: 115, net: 100, vat: 15, count: 1 });
    expect(second.creditNotes).toMatchObject({ gross: 0, net: 0, vat: 0, count: 0 });
    expect([first.agrees, second.agrees]).toEqual([true, true]);
  });

  it('31 December at 23:40 is last year’s number and period', async () => {
    const client = nextClient();
    await court.moveTo('2025-12-31', '23:40');
    const last = await issue(client, 115);
    await court.moveTo('2026-01-01', '00:20');
    const next = await issue(client, 230);
    const report = await court.portal.call(
      'GET',
      `/api/admin/vat-report?period=2026-02&vatNumber=${SECOND_NUMBER}`,
    );

    expect([last.number?.slice(0, 8), next.number]).toEqual(['INV-2025', 'INV-2026-000001']);
    expect(report.body.invoices).toMatchObject({ gross: 230, vat: 30, count: 1 });
  });
});

it('the judge’s books of all these clients agree with the portal', async () => {
  for (const account of court.accounts.filter(({ deletedOn }) => deletedOn === null)) {
    await compareAccount(court, account);
  }

  expect(describeDifferences(court.tally)).toEqual([]);
});
