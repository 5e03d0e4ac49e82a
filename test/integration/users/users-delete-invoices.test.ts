import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoices, retainedInvoices } from '#functions/database/schema/invoices-tables.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import {
  changeJobRow,
  endPdfWait,
  listStoredPdfs,
  readJobRow,
  runPdfJob,
} from '#test/support/invoices/invoice-jobs.ts';
import { issueInvoice } from '#test/support/invoices/issue-invoice.ts';
import { deleteSettled } from '#test/support/ledger/delete-settled.ts';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let admin: { userId: number; cookie: string };

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addSignedInUser(portal, { user_role: 'admin' });
});
afterAll(() => portal.stop());

const remove = (userId: number) => deleteSettled(portal, admin, userId);

const readRetained = async (invoiceId: number) => {
  const [row] = await portal.connection
    .select()
    .from(retainedInvoices)
    .where(eq(retainedInvoices.id, invoiceId));

  return row;
};

describe('deleting a user', () => {
  it('each invoice of a deleted user is retained as it was issued for eight years from its date', async () => {
    const userId = await addUser(portal, {
      User_Name: 'Lerato',
      User_Surname: 'Mokoena',
      User_Town: 'Paarl',
    });
    const { id, invoiceNumber } = await issueInvoice(portal, admin, userId, [
      { description: 'Uncapped 4G/5G, November', amount: 337 },
      { description: 'Cable, a metre', amount: 8.95, quantity: 12.5 },
    ]);
    await portal.call('PATCH', `/api/invoices/${id}/status`, { ...admin, body: { status: 'paid' } });
    await connectAsOwner()
      .update(invoices)
      .set({ created_at: '2024-02-29T08:00:00.000Z' })
      .where(eq(invoices.id, id));

    const [issued] = await portal.connection.select().from(invoices).where(eq(invoices.id, id));

    await remove(userId);

    expect(issued?.terms).toMatchObject({ layout: 3, vatPercent: 15, termsDays: 7 });
    expect(await readRetained(id)).toEqual({
      id,
      invoice_number: invoiceNumber,
      total_amount: '448.88',
      status: 'paid',
      buyer: expect.objectContaining({ name: 'Lerato Mokoena', town: 'Paarl' }),
      supplier: expect.objectContaining({ vatNumber: null }),
      lines: [
        {
          description: 'Uncapped 4G/5G, November',
          amount: '337.00',
          quantity: '1.000',
          line_amount: '337.00',
          from: null,
          to: null,
          ended: null,
        },
        {
          description: 'Cable, a metre',
          amount: '8.95',
          quantity: '12.500',
          line_amount: '111.88',
          from: null,
          to: null,
          ended: null,
        },
      ],
      terms: issued?.terms,
      first_printed_at: null,
      permissions_checked_at: null,
      google_drive_file_id: null,
      drive_id: null,
      created_at: '2024-02-29T08:00:00.000Z',
      delete_after: '2032-02-29T08:00:00.000Z',
    });
  });
});

describe('the PDF of an invoice whose client is deleted', () => {
  it('the invoice of a deleted client is printed exactly as before', async () => {
    const { renderPrinted } = await import('#functions/documents/printed-html.ts');
    const { database } = await import('#local/seed/whole-database.ts');
    const print = async (id: number) => {
      const found = await database.invoicePdfs.findPrinted({ invoiceId: id });
      if (!found) {
        throw new Error('The invoice is gone');
      }
      const { driveFileId: _, firstPrintedAt: __, ...printed } = found;

      return { printed, html: renderPrinted({ ...printed.document, copiedAt: null }) };
    };
    const userId = await addUser(portal, {});
    const { id } = await issueInvoice(portal, admin, userId, [
      { description: 'Cable, a metre', amount: 8.95, quantity: 12.5 },
      { description: 'A part of much', amount: 9_999_999.99, quantity: 0.001 },
    ]);
    const before = await print(id);
    await remove(userId);

    expect(before.printed.document.lines).toEqual([
      { description: 'Cable, a metre', unitCents: 895, quantity: 12.5, amountCents: 11_188 },
      { description: 'A part of much', unitCents: 999_999_999, quantity: 0.001, amountCents: 1_000_000 },
    ]);
    expect(await print(id)).toEqual(before);
  });

  it('the queued PDF of a deleted client is finished, and its file is known', async () => {
    const userId = await addUser(portal, {});
    const { id, invoiceNumber } = await issueInvoice(portal, admin, userId);
    await remove(userId);

    await runPdfJob(portal, id);

    expect(await readJobRow(portal, id)).toMatchObject({ state: 'completed' });
    expect(listStoredPdfs(portal)).toContain(`${invoiceNumber}.pdf`);
    expect(await readRetained(id)).toMatchObject({ google_drive_file_id: expect.stringMatching(/^1/) });
  });

  it('the PDF of a client who is deleted between two of its steps is finished', async () => {
    const userId = await addUser(portal, {});
    const { id, invoiceNumber } = await issueInvoice(portal, admin, userId);
    portal.drive.failNext('files.create', 503);
    await expect(runPdfJob(portal, id)).rejects.toThrow();
    const [before] = await portal.connection.select().from(invoices).where(eq(invoices.id, id));

    await remove(userId);
    await endPdfWait(portal, id);
    await runPdfJob(portal, id);

    expect(await readJobRow(portal, id)).toMatchObject({ state: 'completed' });
    expect(listStoredPdfs(portal).filter((name) => name === `${invoiceNumber}.pdf`)).toHaveLength(1);
    expect(await readRetained(id)).toMatchObject({ google_drive_file_id: before?.google_drive_file_id });
  });

  it('the PDF of a deleted client stays on the drive, and no route reads, retries or cancels it', async () => {
    const client = await addSignedInUser(portal);
    const { id, invoiceNumber } = await issueInvoice(portal, admin, client.userId);
    await runPdfJob(portal, id);

    await remove(client.userId);

    expect(listStoredPdfs(portal)).toContain(`${invoiceNumber}.pdf`);
    for (const [method, path] of [
      ['GET', 'progress'],
      ['GET', 'download'],
      ['POST', 'retry'],
      ['POST', 'cancel'],
    ] as const) {
      expect(await portal.call(method, `/api/invoices/${id}/${path}`, admin)).toMatchObject({ status: 404 });
    }
    const list = await portal.call('GET', `/api/users/${client.userId}/invoices`, admin);
    expect(list).toMatchObject({ status: 404 });
  });

  it.each(['failed', 'cancelled', 'queued'])(
    'the PDF of a deleted client in the state %s can be neither retried nor cancelled',
    async (state) => {
      const userId = await addUser(portal, {});
      const { id } = await issueInvoice(portal, admin, userId);
      await changeJobRow(portal, id, { state });
      await remove(userId);

      for (const path of ['retry', 'cancel']) {
        expect(await portal.call('POST', `/api/invoices/${id}/${path}`, admin)).toMatchObject({
          status: 404,
        });
      }
      expect(await readJobRow(portal, id)).toMatchObject({ state });
    },
  );

  it('the invoice number of a deleted client is never used again', async () => {
    const userId = await addUser(portal, {});
    const gone = await issueInvoice(portal, admin, userId);
    await remove(userId);

    const next = await issueInvoice(portal, admin, await addUser(portal, {}));

    const numberOf = (invoice: { invoiceNumber: string }) => Number(invoice.invoiceNumber.slice(-6));
    expect(numberOf(next)).toBe(numberOf(gone) + 1);
  });
});
