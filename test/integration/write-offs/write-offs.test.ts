import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeLedgerCheckStore } from '#functions/adapters/database/books/sql-ledger-check-store.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { meetAtLock } from '#test/support/ledger/meet-at-lock.ts';
import { dayFromToday, moneyCalls, readLedger } from '#test/support/ledger/money-calls.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { admin, client, portal } from '#test/support/portal/shared-portal.ts';

let money: ReturnType<typeof moneyCalls>;
let other: ReturnType<typeof moneyCalls>;

beforeAll(async () => {
  money = moneyCalls(portal, admin);
  other = moneyCalls(portal, await addCaller(portal, 'admin'));
});

const TODAY = dayFromToday(0);

const issue = async (userId: number, amount: number): Promise<number> =>
  (await money.issue(userId, amount)).body.id;

const readState = async (invoiceId: number) => {
  const { status, amountDue, writtenOff } = (await money.readInvoice(invoiceId)).body;

  return { status, amountDue, writtenOff };
};

const debtOf = async (userId: number) => {
  const { owed, credit } = (await money.readDebt(userId)).body;

  return { owed, credit };
};

/** The VAT of an account's entries of these kinds, in cents. */
const readVat = async (userId: number, kinds: string) => {
  const { rows } = await portal.connection.execute(sql`
    select (vat * 100)::int as cents from ledger_entries
    where user_id = ${userId} and kind = any (${`{${kinds}}`}::text[]) order by id`);

  return rows.map(({ cents }) => cents);
};

describe('a write-off', () => {
  it('takes a part of what is due off the debt, keeps what was done to collect, and tells the client', async () => {
    const userId = await addUser(portal, {});
    const invoiceId = await issue(userId, 100);

    expect(await money.writeOff(invoiceId, { amount: 60 })).toMatchObject({
      status: 201,
      body: { id: invoiceId, status: 'pending', amountDue: 40, writtenOff: 60 },
    });

    expect(await debtOf(userId)).toEqual({ owed: 40, credit: 0 });
    const { rows } = await portal.connection.execute(sql`
      select entry.kind, entry.amount::float8, entry.date::text, entry.number = item.number as "isNamed", note.reason,
        note.collection, activity.description
      from ledger_entries as entry
      join ledger_items as item on item.id = entry.item_id
      join entry_notes as note on note.entry_id = entry.id
      join activities as activity on activity.user_id = entry.user_id and activity.description like '%still payable.'
      where entry.user_id = ${userId} and entry.kind = 'write-off'`);
    expect(rows).toEqual([
      {
        kind: 'write-off',
        amount: 60,
        date: TODAY,
        isNamed: true,
        reason: 'Cannot be collected',
        collection: 'Three letters, then an attorney',
        description: expect.stringMatching(
          /^Invoice INV-\d{4}-\d{6} is no longer in our books. It is still payable.$/,
        ),
      },
    ]);
    const audited = await portal.connection
      .select({ action: auditLog.action, changes: auditLog.changes })
      .from(auditLog)
      .where(sql`${auditLog.record} like ${`invoice INV-% of user ${userId}`}`)
      .orderBy(auditLog.id);
    expect(audited.at(-1)).toEqual({ action: 'write-offs.invoice', changes: { amount: 60 } });
  });

  it('above what is due answers 422 at the amount, and of nothing due 409; both write nothing', async () => {
    const userId = await addUser(portal, {});
    const invoiceId = await issue(userId, 100);
    await money.pay(userId, { amount: 30 });
    const before = await readLedger(portal, userId);

    expect(await money.writeOff(invoiceId, { amount: 70.01 })).toMatchObject({
      status: 422,
      body: { fields: { amount: expect.stringMatching(/^Only R\s70,00 is due\.$/) } },
    });
    expect(await readLedger(portal, userId)).toEqual(before);

    expect(await money.writeOff(invoiceId, { amount: 70 })).toMatchObject({ status: 201 });
    expect(await money.writeOff(invoiceId, { amount: 0.01 })).toMatchObject({ status: 409 });
    const paid = await issue(userId, 5);
    await money.pay(userId, { amount: 5 });
    expect(await money.writeOff(paid, { amount: 5 })).toMatchObject({ status: 409 });
    expect(await debtOf(userId)).toEqual({ owed: 0, credit: 0 });
  });

  it('an invoice of another client, of nobody, or a void one is not written off', async () => {
    const userId = await addUser(portal, {});
    const invoiceId = await issue(userId, 100);
    await money.setStatus(invoiceId, 'void');

    expect(await money.writeOff(invoiceId)).toMatchObject({ status: 409 });
    expect(await money.writeOff(2_000_000_000)).toMatchObject({ status: 404 });
    expect(
      await portal.call('POST', `/api/invoices/${invoiceId}/write-off`, {
        cookie: client.cookie,
        body: { amount: 1, reason: 'Mine', collection: 'None' },
      }),
    ).toMatchObject({ status: 403 });
  });

  it('needs a reason and what was done to collect', async () => {
    const invoiceId = await issue(await addUser(portal, {}), 100);

    expect(await money.writeOff(invoiceId, { reason: ' ', collection: '' })).toMatchObject({
      status: 400,
      body: {
        fields: { reason: 'Reason is required', collection: 'What was done to collect is required' },
      },
    });
  });

  it('of an opening balance, and its undoing, answer the entry; without one both answer 409', async () => {
    const userId = await addUser(portal, { User_Debit: '-80.00' });

    expect(await money.writeOffOpening(userId, { amount: 80.01 })).toMatchObject({ status: 422 });
    expect(await money.writeOffOpening(userId, { amount: 80 })).toMatchObject({
      status: 201,
      body: { userId, kind: 'write-off', amount: 80, date: TODAY, reason: 'Cannot be collected' },
    });
    expect(await debtOf(userId)).toEqual({ owed: 0, credit: 0 });
    expect(await money.undoOpeningWriteOff(userId)).toMatchObject({
      status: 201,
      body: { userId, kind: 'write-off-reversal', amount: -80 },
    });
    expect(await debtOf(userId)).toEqual({ owed: 80, credit: 0 });
    expect(await readVat(userId, 'write-off,write-off-reversal')).toEqual([null, null]);

    const without = await addUser(portal, {});
    expect(await money.writeOffOpening(without)).toMatchObject({ status: 409 });
    expect(await money.undoOpeningWriteOff(without)).toMatchObject({ status: 409 });
  });

  it('in parts has together the VAT of the invoice to the cent, gives it back, and has it again', async () => {
    const userId = await addUser(portal, {});
    const invoiceId = await writeAccount(portal, userId).issue(TODAY, 10_000, TODAY);
    for (const amount of [33.33, 33.33, 33.34]) {
      await money.writeOff(invoiceId, { amount });
    }

    expect(await readVat(userId, 'write-off')).toEqual([435, 434, 435]);
    await money.undoWriteOff(invoiceId);
    expect(await readVat(userId, 'write-off-reversal')).toEqual([-1_304]);
    await money.writeOff(invoiceId, { amount: 0.01 });
    await money.writeOff(invoiceId, { amount: 99.99 });
    expect((await readVat(userId, 'write-off')).slice(3)).toEqual([0, 1_304]);
  });

  it('forbids to void the invoice and to mark it as paid, until it is undone', async () => {
    const userId = await addUser(portal, {});
    const invoiceId = await issue(userId, 100);
    await money.writeOff(invoiceId, { amount: 60 });

    for (const status of ['paid', 'void'] as const) {
      expect(await money.setStatus(invoiceId, status)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('written off') },
      });
    }
    await money.undoWriteOff(invoiceId);
    expect(await money.setStatus(invoiceId, 'void')).toMatchObject({ status: 200 });
  });
});

/** An invoice of which 60 of 100 are written off, with nothing else owed. */
const issueWrittenOff = async (userId: number, amount = 60): Promise<number> => {
  const invoiceId = await issue(userId, 100);
  await money.writeOff(invoiceId, { amount });

  return invoiceId;
};

const name = (invoiceId: number | null, amount: number) => ({ allocations: [{ invoiceId, amount }] });

describe('a payment for what is written off', () => {
  it('skips it in the order of paying, and what is left is credit beside it, which is no fault', async () => {
    const userId = await addUser(portal, {});
    const invoiceId = await issueWrittenOff(userId);

    await money.pay(userId, { amount: 50 });

    expect(await debtOf(userId)).toEqual({ owed: 0, credit: 10 });
    expect(await readState(invoiceId)).toEqual({ status: 'pending', amountDue: 0, writtenOff: 60 });
    const later = await issue(userId, 30);
    expect(await readState(later)).toEqual({ status: 'pending', amountDue: 20, writtenOff: 0 });
    const checks = makeLedgerCheckStore(portal.connection);
    expect(await checks.findFaults({ from: userId, to: userId }, 1)).toEqual({ count: 0, first: [] });
  });

  it('that names it pays what is due first and recovers the rest; the invoice is paid once both are 0', async () => {
    const userId = await addUser(portal, {});
    const invoiceId = await issueWrittenOff(userId);

    const { status, body } = await money.pay(userId, { amount: 70, ...name(invoiceId, 70) });

    expect({ status, body }).toMatchObject({
      status: 201,
      body: { allocations: [{ kind: 'invoice', invoiceId, amount: 70 }], unallocated: 0 },
    });
    expect(await readState(invoiceId)).toEqual({ status: 'pending', amountDue: 0, writtenOff: 30 });
    await money.pay(userId, { amount: 30, ...name(invoiceId, 30) });
    expect(await readState(invoiceId)).toEqual({ status: 'paid', amountDue: 0, writtenOff: 0 });
    const { entries } = await readLedger(portal, userId);
    expect(entries.filter(({ kind }) => kind === 'recovery').map(({ amount }) => amount)).toEqual([-30, -30]);
    const { rows } = await portal.connection.execute(sql`
      select description from activities where user_id = ${userId} and description like 'Paid towards %'`);
    expect(rows).toEqual(
      Array(2).fill({
        description: expect.stringMatching(
          /^Paid towards Invoice INV-\d{4}-\d{6}, which was no longer in our books$/,
        ),
      }),
    );
  });

  it('above what is due and written off is refused with both amounts, and writes nothing', async () => {
    const userId = await addUser(portal, {});
    const invoiceId = await issueWrittenOff(userId);
    const before = await readLedger(portal, userId);

    expect(await money.pay(userId, { amount: 200, ...name(invoiceId, 100.01) })).toMatchObject({
      status: 422,
      body: {
        fields: {
          'allocations.0.amount': expect.stringMatching(
            /^This invoice owes R\s40,00, and R\s60,00 of it is written off\.$/,
          ),
        },
      },
    });
    expect(await readLedger(portal, userId)).toEqual(before);
  });

  it('may name the opening balance, and is refused at the name if the client has none', async () => {
    const userId = await addUser(portal, { User_Debit: '-80.00' });
    await money.writeOffOpening(userId, { amount: 80 });

    await money.pay(userId, { amount: 50, ...name(null, 50) });

    expect((await readLedger(portal, userId)).allocations).toMatchObject([
      { credit: 'payment', debt: 'opening', amount: 50 },
    ]);
    expect((await money.readDebt(userId)).body).toMatchObject({
      owed: 0,
      items: [{ kind: 'opening', amountDue: 0, writtenOff: 30 }],
    });
    expect(await money.pay(await addUser(portal, {}), { amount: 5, ...name(null, 5) })).toMatchObject({
      status: 422,
      body: { fields: { 'allocations.0.invoiceId': 'This client has no opening balance.' } },
    });
  });

  it('has in its recoveries the VAT of what was written off, to the cent', async () => {
    const userId = await addUser(portal, {});
    const invoiceId = await writeAccount(portal, userId).issue(TODAY, 10_000, TODAY);
    await money.writeOff(invoiceId);
    for (const amount of [33.33, 33.33, 33.34]) {
      await money.pay(userId, { amount, ...name(invoiceId, amount) });
    }

    expect(await readVat(userId, 'write-off')).toEqual([1_304]);
    expect(await readVat(userId, 'recovery')).toEqual([-435, -434, -435]);
  });
});

describe('the statement', () => {
  it('says in plain words to the client, and in those of the trade to an administrator, what was written off, without the reason', async () => {
    const { userId, cookie } = await addCaller(portal, 'client');
    const invoiceId = await issueWrittenOff(userId, 100);
    await money.undoWriteOff(invoiceId);
    await money.writeOff(invoiceId, { amount: 100 });
    await money.pay(userId, { amount: 30, ...name(invoiceId, 30) });
    const lines = async (reader: string) => {
      const path = `/api/users/${userId}/statement?from=${TODAY}&to=${TODAY}`;
      const { body } = await portal.call('GET', path, { cookie: reader });

      return body.lines.map(({ description, number }: Record<string, unknown>) => [
        description,
        number !== null,
      ]);
    };

    expect(await lines(cookie)).toEqual([
      ['Invoice', true],
      ['No longer in our books, still payable', true],
      ['In our books again', true],
      ['No longer in our books, still payable', true],
      [expect.stringMatching(/^Payment by EFT, for INV-/), false],
      ['In our books again, because it was paid', true],
    ]);
    expect((await lines(admin.cookie)).slice(1, 3)).toEqual([
      ['Write-off', true],
      ['Write-off taken back', true],
    ]);
  });
});

describe('the day of an allocation', () => {
  const day = (days: number) => dayFromToday(days);
  const allocationsOf = async (userId: number) =>
    (await readLedger(portal, userId)).allocations.map(({ amount, date }) => [amount, date]);

  it('is not before the write-off whose debt it recovers, even if the payment was made before', async () => {
    const userId = await addUser(portal, {});
    const account = writeAccount(portal, userId);
    const invoiceId = await account.issue(day(-30), 10_000, day(-20));
    await account.writeOff(day(-5), invoiceId, 6_000);

    await money.pay(userId, { date: day(-10), amount: 100, ...name(invoiceId, 100) });

    expect((await readLedger(portal, userId)).entries.at(-1)).toEqual({
      kind: 'recovery',
      amount: -60,
      date: day(-5),
    });
    expect(await allocationsOf(userId)).toEqual([[100, day(-5)]]);
  });

  it('is not before a write-off was undone or the newest recovery, whoever pays then', async () => {
    const userId = await addUser(portal, {});
    const account = writeAccount(portal, userId);
    const undone = await account.issue(day(-30), 10_000, day(-20));
    await account.writeOff(day(-9), undone, 10_000);
    await account.undoWriteOff(day(-4), undone);
    await money.pay(userId, { date: day(-10), amount: 100 });

    const recovered = await account.issue(day(-30), 10_000, day(-20));
    await account.writeOff(day(-9), recovered, 10_000);
    const { body: first } = await money.pay(userId, { date: day(-6), amount: 50, ...name(recovered, 50) });
    await money.reverse(first.id);
    await money.pay(userId, { date: day(-10), amount: 50 });

    expect(await allocationsOf(userId)).toEqual([
      [100, day(-4)],
      [50, day(-6)],
      [-50, TODAY],
      [50, TODAY],
    ]);
  });
});

describe('write-offs at once', () => {
  it('two administrators write the same debt off: one does, the other gets 409', async () => {
    const userId = await addUser(portal, {});
    const invoiceId = await issue(userId, 100);

    const answers = await meetAtLock(userId, () => [money.writeOff(invoiceId), other.writeOff(invoiceId)]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await readState(invoiceId)).toEqual({ status: 'pending', amountDue: 0, writtenOff: 100 });
  });

  it('two administrators take the same write-off back: one does, the other gets 409', async () => {
    const userId = await addUser(portal, {});
    const invoiceId = await issue(userId, 100);
    await money.writeOff(invoiceId);

    const answers = await meetAtLock(userId, () => [
      money.undoWriteOff(invoiceId),
      other.undoWriteOff(invoiceId),
    ]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await debtOf(userId)).toEqual({ owed: 100, credit: 0 });
  });

  it('a payment and a write-off of all that is due: the later one finds what the first has left', async () => {
    const userId = await addUser(portal, {});
    const invoiceId = await issue(userId, 100);

    const [paid, writtenOff] = await meetAtLock(userId, () => [
      money.pay(userId, { amount: 40 }),
      other.writeOff(invoiceId),
    ]);

    expect(paid?.status).toBe(201);
    const { amountDue, writtenOff: off } = await readState(invoiceId);
    expect([
      { answered: 201, amountDue: 0, off: 100, credit: 40 },
      { answered: 422, amountDue: 60, off: 0, credit: 0 },
    ]).toContainEqual({
      answered: writtenOff?.status,
      amountDue,
      off,
      credit: (await debtOf(userId)).credit,
    });
  });
});
