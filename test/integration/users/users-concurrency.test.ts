import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoices, retainedInvoices } from '#functions/database/schema/invoices-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { changeJobRow, listStoredPdfs, readJobRow, runPdfJob } from '#test/support/invoices/invoice-jobs.ts';
import { issueInvoice, LINE_ITEMS } from '#test/support/invoices/issue-invoice.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { countBlockedStatements } from '#test/support/portal/blocked-statements.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { type Answer, startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let admin: { userId: number; cookie: string };

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addAdmin();
});
afterAll(() => portal.stop());

const addAdmin = async () => {
  const userId = await addUser(portal, { user_role: 'admin' });

  return { userId, cookie: await startSession(portal, userId) };
};

const update = (userId: number, body: unknown, cookie = admin.cookie) =>
  portal.call('PUT', `/api/admin/users/${userId}`, { cookie, body });

const remove = (userId: number, cookie = admin.cookie) =>
  portal.call('DELETE', `/api/admin/users/${userId}`, { cookie });

const readRow = async (userId: number) => {
  const [row] = await portal.connection.select().from(users).where(eq(users.User_Id, userId));

  return row;
};

const fifty = Array.from({ length: 50 }, (_, number) => `Town ${number}`);
const withStatus = (answers: Answer[], status: number) =>
  answers.filter((answer) => answer.status === status);

describe('fifty edits of one user at once', () => {
  it('one of fifty edits of one version of a user is stored, and the others get 409 with the stored user', async () => {
    const userId = await addUser(portal, {});

    const answers = await Promise.all(fifty.map((User_Town) => update(userId, { User_Town, version: 1 })));

    const [stored] = withStatus(answers, 200);
    expect(withStatus(answers, 200)).toHaveLength(1);
    expect(withStatus(answers, 409)).toHaveLength(49);
    for (const { body } of withStatus(answers, 409)) {
      expect(body.current).toMatchObject({ version: 2, User_Town: stored?.body.User_Town });
    }
    expect(await readRow(userId)).toMatchObject({ version: 2, User_Town: stored?.body.User_Town });
  });

  it('fifty edits of a user without a version are all stored and audited, and the last one stays', async () => {
    const userId = await addUser(portal, {});

    const answers = await Promise.all(fifty.map((User_Town) => update(userId, { User_Town })));

    expect(withStatus(answers, 200)).toHaveLength(50);
    const versions = answers.map(({ body }) => body.version).toSorted((a, b) => a - b);
    expect(versions).toEqual(fifty.map((_, position) => position + 2));
    const last = answers.find(({ body }) => body.version === 51);
    expect(await readRow(userId)).toMatchObject({ version: 51, User_Town: last?.body.User_Town });
    const audited = and(eq(auditLog.record, `user ${userId}`), eq(auditLog.action, 'users.update'));
    expect(await countRows(portal, auditLog, audited)).toBe(50);
  });

  it('edits of different fields of one user at once do not undo each other', async () => {
    const userId = await addUser(portal, {});
    const fields = { User_Town: 'Paarl', User_Code: '7646', User_State: 'Western Cape', User_Ref: 'PO-1' };

    await Promise.all(Object.entries(fields).map(([name, value]) => update(userId, { [name]: value })));

    expect(await readRow(userId)).toMatchObject(fields);
  });
});

/** Waits until `count` statements wait for rows that another transaction holds. */
const waitForBlockedStatements = async (count: number) => {
  await expect.poll(() => countBlockedStatements(portal)).toBe(count);
};

it('two edits that wait for another change of the user are both stored, and end in no deadlock', async () => {
  const userId = await addUser(portal, {});
  const isUser = eq(users.User_Id, userId);

  const answers = await portal.connection.transaction(async (reader) => {
    // As the check of a foreign key does: it makes the row that the edits find first one with several lockers.
    await reader.select().from(users).where(isUser).for('key share');
    const edits = await portal.connection.transaction(async (writer) => {
      await writer.update(users).set({ User_Ref: 'PO-1' }).where(isUser);
      const first = update(userId, { User_Town: 'Paarl' });
      await waitForBlockedStatements(1);
      const second = update(userId, { User_Code: '7646' });
      await waitForBlockedStatements(2);

      return [first, second];
    });

    return Promise.all(edits);
  });

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await readRow(userId)).toMatchObject({ User_Ref: 'PO-1', User_Town: 'Paarl', User_Code: '7646' });
});

describe('two administrators who act on each other at once', () => {
  const countActiveAdmins = () =>
    countRows(portal, users, and(eq(users.user_role, 'admin'), eq(users.User_Status, 1)));

  const ACTS = {
    demote: (userId: number, cookie: string) => update(userId, { user_role: 'client' }, cookie),
    deactivate: (userId: number, cookie: string) => update(userId, { User_Status: 0 }, cookie),
    delete: remove,
  };

  it.each([
    ['demote', 'demote'],
    ['deactivate', 'deactivate'],
    ['delete', 'delete'],
    ['demote', 'delete'],
  ] as const)(
    'one active administrator is left when two act on each other at once: %s and %s',
    async (actOfOne, actOfOther) => {
      const [one, other] = [await addAdmin(), await addAdmin()];
      await portal.connection
        .update(users)
        .set({ User_Status: 0 })
        .where(sql`${users.User_Id} not in (${one.userId}, ${other.userId})`);

      const answering = await connectAsOwner().transaction(async (holder) => {
        await holder.select().from(users).where(eq(users.user_role, 'admin')).for('update');
        const acts = Promise.all([
          ACTS[actOfOne](other.userId, one.cookie),
          ACTS[actOfOther](one.userId, other.cookie),
        ]);
        await waitForBlockedStatements(2);

        return { acts };
      });
      const answers = await answering.acts;

      expect(await countActiveAdmins()).toBe(1);
      expect(withStatus(answers, 409).map(({ body }) => body.message)).toEqual([
        expect.stringMatching(/^You cannot \w+ the last active administrator\.$/),
      ]);

      await portal.connection
        .update(users)
        .set({ User_Status: 1, user_role: 'admin' })
        .where(eq(users.User_Id, admin.userId));
    },
  );
});

describe('a user who is deleted at the same moment', () => {
  it('an invoice for a user who is deleted meanwhile refuses the deletion or is refused, and no number is lost', async () => {
    const isOf = (userId: number) => eq(invoices.user_id, userId);

    for (let round = 0; round < 8; round += 1) {
      const userId = await addUser(portal, {});
      const create = () =>
        portal.call('POST', '/api/invoices', {
          cookie: admin.cookie,
          body: { userId, lineItems: LINE_ITEMS },
        });

      const [deleted, ...created] = await Promise.all([remove(userId), ...Array.from({ length: 4 }, create)]);

      const issued = withStatus(created, 201);
      expect([
        [204, 0, 4],
        [409, 4, 0],
      ]).toContainEqual([deleted.status, issued.length, withStatus(created, 404).length]);
      expect(await countRows(portal, invoices, isOf(userId))).toBe(issued.length);
    }

    const numbered = await portal.connection.execute(sql`
      select right(invoice_number, 6)::int as number from ${invoices}
      union all select right(invoice_number, 6)::int from ${retainedInvoices} order by 1`);
    const numbers = numbered.rows.map((row) => row.number);
    expect(numbers).toEqual(numbers.map((_, position) => position + 1));
  });

  it("a worker's change of an invoice is retained while its user is deleted", async () => {
    const userId = await addUser(portal, {});
    const { id } = await issueInvoice(portal, admin, userId);
    await moneyCalls(portal, admin).writeOffClients([userId]);

    const deleting = await portal.connection.transaction(async (worker) => {
      await worker.update(invoices).set({ google_drive_file_id: '1Written' }).where(eq(invoices.id, id));
      const answer = remove(userId);
      await waitForBlockedStatements(1);

      return { answer };
    });

    expect((await deleting.answer).status).toBe(204);
    const [kept] = await portal.connection.select().from(retainedInvoices).where(eq(retainedInvoices.id, id));
    expect(kept).toMatchObject({ google_drive_file_id: '1Written' });
  });

  it('a PDF is finished once, and its file is known, when its user is deleted at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const userId = await addUser(portal, {});
      const { id, invoiceNumber } = await issueInvoice(portal, admin, userId);
      await moneyCalls(portal, admin).writeOffClients([userId]);

      await Promise.all([runPdfJob(portal, id), remove(userId)]);
      // A worker that loses its invoice just while it is moved leaves the job to the next worker.
      if ((await readJobRow(portal, id)).state !== 'completed') {
        await changeJobRow(portal, id, { lease_until: new Date(0).toISOString() });
        await runPdfJob(portal, id);
      }

      expect(await readJobRow(portal, id)).toMatchObject({ state: 'completed' });
      expect(listStoredPdfs(portal).filter((name) => name === `${invoiceNumber}.pdf`)).toHaveLength(1);
      const [kept] = await portal.connection
        .select()
        .from(retainedInvoices)
        .where(eq(retainedInvoices.id, id));
      expect(kept?.google_drive_file_id).toEqual(expect.any(String));
    }
  });
});
