import { asc, eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sessions, usedChallenges } from '#functions/database/schema/auth-tables.ts';
import { bankKnownLines, bankLines } from '#functions/database/schema/bank-tables.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { replacedFiles, retainedInvoices } from '#functions/database/schema/invoices-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { linkTokens } from '#functions/database/schema/mails-tables.ts';
import { idempotencyKeys, throttleCounters } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { purge } from '#functions/domain/system/purge-expired.ts';
import { addBankLines } from '#test/support/bank/add-bank-lines.ts';
import { listStoredPdfs, runPdfJob } from '#test/support/invoices/invoice-jobs.ts';
import { issueInvoice } from '#test/support/invoices/issue-invoice.ts';
import { deleteSettled } from '#test/support/ledger/delete-settled.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { orderMail, readMail, readMailJob } from '#test/support/mails/mail-jobs.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let admin: { userId: number; cookie: string };

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());
beforeEach(async () => {
  await portal.connection.delete(retainedInvoices);
  // Added again for each test, because a purge of the far future ends every session.
  const userId = await addUser(portal, { user_role: 'admin' });
  admin = { userId, cookie: await startSession(portal, userId) };
});

/** Issues an invoice with its PDF to a client, and deletes the client. */
const retainInvoice = async () => {
  const userId = await addUser(portal, {});
  const invoice = await issueInvoice(portal, admin, userId);
  await runPdfJob(portal, invoice.id);
  await deleteSettled(portal, admin, userId);

  return { ...invoice, pdf: `${invoice.invoiceNumber}.pdf` };
};

const setDue = (daysAgo: number) =>
  portal.connection.execute(
    sql`update ${retainedInvoices} set delete_after = now() - make_interval(hours => ${daysAgo * 24}::int)`,
  );

const listRetained = async () => {
  const rows = await portal.connection.select().from(retainedInvoices).orderBy(asc(retainedInvoices.id));

  return rows.map((row) => row.id);
};

const hasJob = async (invoiceId: number) =>
  (await portal.connection.select().from(jobs)).some((job) => job.key === String(invoiceId));

const runAt = async (now: Date) => {
  const { database } = await import('#local/seed/whole-database.ts');
  const { invoiceFiles } = await import('#functions/runtime/ports/invoice-files-port.ts');

  return purge({ database, invoiceFiles }, now);
};

describe('what the purge leaves of mails', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
  const rowOf = async (mailId: string) => {
    const mail = await readMail(portal, mailId);

    return { recipient: mail?.recipient, hasJob: (await readMailJob(portal, mailId)) !== undefined };
  };

  it('a mail is deleted with its job after twelve months, and not earlier', async () => {
    const userId = await addUser(portal, {});
    const order = { kind: 'password-changed', userId, recipient: 'a@example.com' } as const;
    const old = await orderMail(portal, { ...order, createdAt: daysAgo(367) });
    const recent = await orderMail(portal, { ...order, createdAt: daysAgo(364) });
    await runAt(new Date());

    expect(await rowOf(old)).toEqual({ recipient: undefined, hasJob: false });
    expect(await rowOf(recent)).toEqual({ recipient: 'a@example.com', hasJob: true });
  });

  it('the last mail of a closed account loses its address after a day, and an account keeps those of its mails', async () => {
    const userId = await addUser(portal, {});
    const order = { kind: 'account-closed', userId: null, recipient: 'a@example.com' } as const;
    const closed = await orderMail(portal, { ...order, createdAt: daysAgo(1.01) });
    const today = await orderMail(portal, { ...order, createdAt: daysAgo(0.9) });
    const own = await orderMail(portal, { ...order, userId, createdAt: daysAgo(30) });
    await runAt(new Date());

    expect((await rowOf(closed)).recipient).toBeNull();
    expect((await rowOf(today)).recipient).toBe('a@example.com');
    expect((await rowOf(own)).recipient).toBe('a@example.com');
  });

  it('links that hold no longer and changes of address of yesterday are gone, others stay', async () => {
    const addPending = async (at: Date, expiresAt: Date) => {
      const userId = await addUser(portal, {
        pending_email: 'new@example.com',
        pending_email_at: at.toISOString(),
      });
      await portal.connection.insert(linkTokens).values({
        token_hash: crypto.randomUUID(),
        user_id: userId,
        purpose: 'change',
        address: 'new@example.com',
        expires_at: expiresAt.toISOString(),
      });

      return userId;
    };
    const left = async (userId: number) => {
      const [user] = await portal.connection.select().from(users).where(eq(users.User_Id, userId));
      const links = await portal.connection.select().from(linkTokens).where(eq(linkTokens.user_id, userId));

      return [user?.pending_email, links.length];
    };
    const past = await addPending(daysAgo(1.01), daysAgo(0.001));
    const present = await addPending(daysAgo(0.9), daysAgo(-0.01));
    await runAt(new Date());

    expect(await left(past)).toEqual([null, 0]);
    expect(await left(present)).toEqual(['new@example.com', 1]);
  });
});

describe('the daily purge', () => {
  it('activities are deleted after twelve months, and completed jobs of the helpdesk after 90 days', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();
    const user_id = await addUser(portal, {});
    const activity = { user_id, activity_type: 'login', description: 'Signed in' };
    await portal.connection.insert(activities).values([
      { ...activity, created_at: daysAgo(367) },
      { ...activity, created_at: daysAgo(364) },
    ]);
    const job = { kind: 'helpdesk-contact', payload: {}, updated_at: daysAgo(91) };
    await portal.connection.insert(jobs).values([
      { ...job, key: 'purge-old', state: 'completed' },
      { ...job, key: 'purge-parked', state: 'failed' },
      { ...job, key: 'purge-recent', state: 'completed', updated_at: daysAgo(89) },
      { ...job, key: 'purge-pdf', state: 'completed', kind: 'invoice-pdf' },
    ]);
    await runAt(new Date());
    const left = await portal.connection.select().from(jobs).where(like(jobs.key, 'purge-%'));

    expect(await countRows(portal, activities, eq(activities.user_id, user_id))).toBe(1);
    expect(left.map(({ key }) => key).toSorted()).toEqual(['purge-parked', 'purge-pdf', 'purge-recent']);
    await portal.connection.delete(jobs).where(like(jobs.key, 'purge-%'));
  });

  it('the purge deletes a retained invoice with its PDF and job eight years after its date, and not earlier', async () => {
    const { id, pdf } = await retainInvoice();
    const [row] = await portal.connection.select().from(retainedInvoices);
    const dueAt = Date.parse(row?.delete_after ?? '');
    expect(new Date(dueAt).getUTCFullYear() - new Date(row?.created_at ?? '').getUTCFullYear()).toBe(8);

    await runAt(new Date(dueAt - 1));
    expect(await listRetained()).toEqual([id]);
    expect(listStoredPdfs(portal)).toContain(pdf);

    await runAt(new Date(dueAt));
    expect(await listRetained()).toEqual([]);
    expect(listStoredPdfs(portal)).not.toContain(pdf);
    expect(await hasJob(id)).toBe(false);
  });

  it('the purge counts both PDFs of a voided invoice, and deletes both with it', async () => {
    const before = await runAt(new Date());
    const userId = await addUser(portal, {});
    const { id } = await issueInvoice(portal, admin, userId);
    await runPdfJob(portal, id);
    await moneyCalls(portal, admin).setStatus(id, 'void');
    await runPdfJob(portal, id);
    await deleteSettled(portal, admin, userId);
    const stored = listStoredPdfs(portal).length;

    expect(await runAt(new Date())).toEqual({ driveFiles: before.driveFiles + 2 });
    await setDue(1);
    await portal.runTask('purge');

    expect(await listRetained()).toEqual([]);
    expect(await countRows(portal, replacedFiles, eq(replacedFiles.invoice_id, id))).toBe(0);
    expect(listStoredPdfs(portal)).toHaveLength(stored - 2);
  });

  it('the purge deletes invoices that are due and keeps the others', async () => {
    const due = await retainInvoice();
    await setDue(1);
    const kept = await retainInvoice();

    await portal.runTask('purge');

    expect(await listRetained()).toEqual([kept.id]);
    expect(listStoredPdfs(portal)).toContain(kept.pdf);
    expect(listStoredPdfs(portal)).not.toContain(due.pdf);
  });

  it('the purge counts the PDFs on the drive, including those of deleted clients', async () => {
    const before = await runAt(new Date());
    await retainInvoice();
    const { id } = await issueInvoice(portal, admin, await addUser(portal, {}));
    await runPdfJob(portal, id);
    await issueInvoice(portal, admin, await addUser(portal, {}));

    expect(await runAt(new Date())).toEqual({ driveFiles: before.driveFiles + 2 });
    await setDue(1);
    await portal.runTask('purge');
  });

  it('the purge keeps the row of a PDF that the drive did not delete, and the next run deletes it', async () => {
    const [first, second] = [await retainInvoice(), await retainInvoice()];
    await setDue(1);
    portal.drive.failNext('files.update', 503);

    await expect(portal.runTask('purge')).rejects.toThrow('unavailable');
    expect(await listRetained()).toEqual([first.id, second.id]);
    expect(listStoredPdfs(portal)).toEqual(expect.arrayContaining([first.pdf, second.pdf]));

    await portal.runTask('purge');
    expect(await listRetained()).toEqual([]);
  });

  it('the purge continues after a run that ended between a PDF and its row', async () => {
    const { pdf } = await retainInvoice();
    await setDue(1);
    portal.drive.failNext('files.update', 'drop-after');

    await expect(portal.runTask('purge')).rejects.toThrow();
    expect(await listRetained()).toHaveLength(1);
    expect(listStoredPdfs(portal)).not.toContain(pdf);

    await portal.runTask('purge');
    expect(await listRetained()).toEqual([]);
  });

  it('the purge deletes an invoice that never had a PDF, and one whose file is missing', async () => {
    await retainInvoice();
    await portal.connection.execute(
      sql`update ${retainedInvoices} set google_drive_file_id = '1NoSuchFileOnTheDrive'`,
    );
    const userId = await addUser(portal, {});
    await issueInvoice(portal, admin, userId);
    await deleteSettled(portal, admin, userId);
    await setDue(1);

    await portal.runTask('purge');

    expect(await listRetained()).toEqual([]);
  });

  it('the purge deletes more invoices than it reads at a time', async () => {
    await portal.connection.execute(sql`
      insert into ${retainedInvoices} (id, invoice_number, total_amount, status, buyer, supplier, terms, lines, created_at, delete_after)
      select 100000 + number, 'OLD-' || number, 1, 'paid', '{}', '{}', '{}', '[]', now(), now() - interval '1 day'
      from generate_series(1, 250) as number`);

    await portal.runTask('purge');

    expect(await listRetained()).toEqual([]);
  });

  it('the purge deletes ended sessions, used challenges that have expired, day-old idempotency keys and expired counters, and no others', async () => {
    const { connection } = portal;
    const userId = await addUser(portal, {});
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const ended = crypto.randomUUID();
    const running = crypto.randomUUID();
    await connection.insert(sessions).values([
      { id: ended, user_id: userId, expires_at: inHours(-0.1) },
      { id: running, user_id: userId, expires_at: inHours(0.1) },
    ]);
    const kept = { user_id: userId, route: 'invoices.create', body_hash: 'x' };
    await connection.insert(idempotencyKeys).values([
      { ...kept, key: 'too-old', created_at: inHours(-24.1) },
      { ...kept, key: 'young', created_at: inHours(-23.9) },
    ]);
    const counter = { user_id: userId, count: 1, limit: 10 };
    await connection.insert(throttleCounters).values([
      { ...counter, bucket: 'over', window_ends_at: inHours(-0.1) },
      { ...counter, bucket: 'counting', window_ends_at: inHours(0.1) },
    ]);

    await connection.insert(usedChallenges).values([
      { hash: 'over', expires_at: inHours(-0.1) },
      { hash: 'used', expires_at: inHours(0.1) },
    ]);

    await portal.runTask('purge');

    const remaining = {
      sessions: (await connection.select().from(sessions)).map((row) => row.id),
      keys: (await connection.select().from(idempotencyKeys)).map((row) => row.key),
      buckets: (await connection.select().from(throttleCounters)).map((row) => row.bucket),
    };
    expect(remaining.sessions).toContain(running);
    expect(remaining.sessions).not.toContain(ended);
    expect((await connection.select().from(usedChallenges)).map(({ hash }) => hash)).toEqual(['used']);
    expect(remaining.keys).toEqual(['young']);
    expect(remaining.buckets).toContain('counting');
    expect(remaining.buckets).not.toContain('over');
    expect(await portal.call('GET', '/api/user', admin)).toMatchObject({ status: 200 });
  });
});

describe('what the purge leaves of the bank', () => {
  const addLineOf = async (date: string, state: 'booked' | 'ignored' | 'unidentified') => {
    const { lineIds } = await addBankLines(portal.connection, [{ date, state, description: 'NAIDOO' }]);

    return lineIds[0] ?? 0;
  };
  const textOf = async (lineId: number) => {
    const rows = await portal.connection.select().from(bankLines).where(eq(bankLines.id, lineId));

    return rows[0]?.description;
  };

  it('an ignored line loses its text after twelve months and stays known, and a booked one keeps its text', async () => {
    const ignored = await addLineOf('2025-01-15', 'ignored');
    const booked = await addLineOf('2025-01-15', 'booked');

    await runAt(new Date('2026-01-14T08:00:00Z'));
    expect(await textOf(ignored)).toBe('NAIDOO');
    await runAt(new Date('2026-01-17T08:00:00Z'));
    expect(await textOf(ignored)).toBe('');
    expect(await textOf(booked)).toBe('NAIDOO');
  });

  it("a line is deleted after eight years, but not while its money is nobody's", async () => {
    const booked = await addLineOf('2015-01-15', 'booked');
    const unidentified = await addLineOf('2015-01-15', 'unidentified');

    await runAt(new Date('2023-01-14T08:00:00Z'));
    expect(await textOf(booked)).toBe('NAIDOO');
    await runAt(new Date('2023-01-17T08:00:00Z'));
    expect(await textOf(booked)).toBeUndefined();
    expect(await textOf(unidentified)).toBe('NAIDOO');
  });

  it('a line that a second file brought again is deleted after eight years, too', async () => {
    const lineId = await addLineOf('2015-01-15', 'booked');
    const { fileId } = await addBankLines(portal.connection, []);
    await portal.connection.insert(bankKnownLines).values({ file_id: fileId, line_id: lineId });

    await runAt(new Date('2023-01-17T08:00:00Z'));
    expect(await textOf(lineId)).toBeUndefined();
  });

  it("the months keep what was nobody's in them after its line is deleted", async () => {
    const lineId = await addLineOf('2016-01-15', 'booked');
    await portal.connection.execute(sql`
      insert into unidentified_receipts (line_id, kind, amount, date, bank_date, written_by)
      values (${lineId}, 'in', 75, '2016-01-15', '2016-01-15', 1), (${lineId}, 'moved', -75, '2016-03-02', '2016-03-02', 1)`);
    const readMonths = () =>
      Promise.all(
        ['2016-01-01&to=2016-01-31', '2016-02-01&to=2016-02-29', '2016-03-01&to=2016-03-31'].map(
          async (days) =>
            (await portal.call('GET', `/api/admin/ledger/totals?from=${days}`, admin)).body.unidentified,
        ),
      );
    const before = await readMonths();

    await runAt(new Date('2024-04-01T08:00:00Z'));
    expect(await textOf(lineId)).toBeUndefined();
    expect(await readMonths()).toEqual(before);
    expect(before.map((month) => month.closing - before[0].opening)).toEqual([75, 75, 0]);
  });
});

describe('what the purge leaves of ledgers', () => {
  /** Adds a client with an entry of long ago and one of today. */
  const addClientWithEntries = async () => {
    const money = moneyCalls(portal, admin);
    const userId = await addUser(portal, {});
    await writeAccount(portal, userId).pay('2000-01-01', 10_000, [], { reference: 'Kept with its entry' });
    await money.issue(userId, 160);

    return userId;
  };
  const countRowsOf = async (userId: number) => {
    const { rows } = await portal.connection.execute(sql`
      select (select count(*) from ledger_entries where user_id = ${userId}) as entries,
        (select count(*) from ledger_items where user_id = ${userId}) as items,
        (select count(*) from ledger_allocations where user_id = ${userId}) as allocations,
        (select count(*) from entry_notes join ledger_entries on id = entry_id where user_id = ${userId}) as texts`);

    return rows[0];
  };
  const ALL = { entries: 2, items: 2, allocations: 1, texts: 1 };
  /** What was still due was written off before the deletion, with a reason. */
  const DELETED = { ...ALL, entries: 3, texts: 2 };

  it('the ledger of a deleted client is deleted eight years after its last entry, and not earlier', async () => {
    const [deleted, other] = [await addClientWithEntries(), await addClientWithEntries()];
    await deleteSettled(portal, admin, deleted);
    const day = new Date();
    day.setUTCFullYear(day.getUTCFullYear() + 8);

    await runAt(day);
    expect(await countRowsOf(deleted)).toEqual(DELETED);

    // Two days later, because the day of an entry may be tomorrow in UTC.
    await runAt(new Date(day.getTime() + 48 * 3_600_000));
    expect(await countRowsOf(deleted)).toEqual({ entries: 0, items: 0, allocations: 0, texts: 0 });
    expect(await countRowsOf(other)).toEqual(ALL);
  });
});
