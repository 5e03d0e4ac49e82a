import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  creditNotes,
  retainedCreditNotes,
  retainedInvoices,
} from '#functions/database/schema/invoices-tables.ts';
import { listStoredPdfs, runPdfJob } from '#test/support/invoices/invoice-jobs.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let admin: { userId: number; cookie: string };
let money: ReturnType<typeof moneyCalls>;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addSignedInUser(portal, { user_role: 'admin' });
  money = moneyCalls(portal, admin);
});
afterAll(() => portal.stop());

/** Issues an invoice that bills November of a service. */
const billNovember = async (userId: number) => {
  const { body: service } = await portal.call('POST', `/api/admin/users/${userId}/services`, {
    ...admin,
    body: { accountType: 'Fixed 5G', pricePerMonth: 100 },
  });
  const days = { from: '2026-11-01', to: '2026-11-30' };
  const line = { description: 'Fixed 5G', amount: 100, serviceId: service.id, ...days };
  const { body: invoice } = await portal.call('POST', '/api/invoices', {
    ...admin,
    body: { userId, lineItems: [line] },
  });

  return invoice;
};

it('a deleted client leaves credit notes that nobody reads, whose PDFs are still made, until the purge takes both', async () => {
  const userId = await addUser(portal, {});
  const invoice = await billNovember(userId);
  const { body: note } = await money.credit(invoice.id, { amount: 100 });

  expect((await portal.call('DELETE', `/api/admin/users/${userId}`, admin)).status).toBe(204);

  expect(await portal.connection.select().from(creditNotes)).toEqual([]);
  expect((await portal.call('GET', `/api/credit-notes/${note.id}`, admin)).status).toBe(404);
  expect((await portal.call('GET', `/api/credit-notes/${note.id}/download`, admin)).status).toBe(404);
  const [kept] = await portal.connection.select().from(retainedInvoices);
  expect(kept?.lines).toMatchObject([{ from: '2026-11-01', to: '2026-11-30' }]);

  const pdf = `${note.creditNoteNumber}.pdf`;
  await runPdfJob(portal, { creditNoteId: note.id });
  expect(listStoredPdfs(portal)).toContain(pdf);
  const readRetained = async () =>
    (await portal.connection.select().from(retainedCreditNotes)).map((row) => ({
      number: row.credit_note_number,
      hasFile: row.google_drive_file_id !== null,
      years: new Date(row.delete_after).getFullYear() - new Date(row.created_at).getFullYear(),
    }));
  expect(await readRetained()).toEqual([{ number: note.creditNoteNumber, hasFile: true, years: 8 }]);

  await portal.connection
    .update(retainedCreditNotes)
    .set({ delete_after: new Date(0).toISOString() })
    .where(eq(retainedCreditNotes.id, note.id));
  await portal.runTask('purge');
  expect(await readRetained()).toEqual([]);
  expect(listStoredPdfs(portal)).not.toContain(pdf);
  expect((await portal.connection.select().from(retainedInvoices)).map(({ id }) => id)).toEqual([invoice.id]);
});

it('a deleted client leaves each line of an invoice once, with the days that it still bills', async () => {
  const userId = await addUser(portal, {});
  const invoice = await billNovember(userId);
  const [line] = (await money.readInvoice(invoice.id)).body.lineItems;
  const credited = { lineId: line.id, amount: 50, from: '2026-11-21', to: '2026-11-30' };
  await money.credit(invoice.id, { lines: [credited] });
  await money.pay(userId, { amount: 50 });

  expect((await portal.call('DELETE', `/api/admin/users/${userId}`, admin)).status).toBe(204);

  const [kept] = await portal.connection
    .select()
    .from(retainedInvoices)
    .where(eq(retainedInvoices.id, invoice.id));
  expect(kept?.lines).toMatchObject([{ from: '2026-11-01', to: '2026-11-20', ended: null }]);
  expect(kept?.lines).toHaveLength(1);
});
