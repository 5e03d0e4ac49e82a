import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { creditNotes, invoices } from '#functions/database/schema/invoices-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { emptyQueue, receiveMessages } from '#test/support/faults/queues.ts';
import { listStoredPdfs, pdfMessage, runPdfJob } from '#test/support/invoices/invoice-jobs.ts';
import { issueInvoice } from '#test/support/invoices/issue-invoice.ts';
import { readPdf } from '#test/support/invoices/read-pdf.ts';
import { addInvoices } from '#test/support/ledger/add-invoices.ts';
import { moneyCalls, readLedger } from '#test/support/ledger/money-calls.ts';
import { addVerified, runMailJob } from '#test/support/mails/mail-jobs.ts';
import { addSignedInUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let admin: { userId: number; cookie: string };
let client: { userId: number; cookie: string };
let money: ReturnType<typeof moneyCalls>;

beforeAll(async () => {
  portal = await startTestPortal({ settings: { SUPPLIER_VAT_NUMBER: '4123456789' } });
  admin = await addSignedInUser(portal, { user_role: 'admin' });
  client = await addSignedInUser(portal);
  money = moneyCalls(portal, admin);
});
afterAll(() => portal.stop());

const issue = () =>
  issueInvoice(portal, admin, client.userId, [
    { description: 'Fixed 5G', amount: 230 },
    { description: 'Router', amount: 115 },
  ]);

const download = (path: string) => portal.call('GET', `/api/${path}/download`, client);
const readText = async (path: string) => {
  const { status, body } = await download(path);
  expect(status).toBe(200);
  const { pages } = await readPdf(body);

  return pages.map(({ text }) => text.replaceAll('\u00a0', ' ')).join(' ');
};

it('a credit note is queued, printed with what section 21(3) wants, and downloaded inline under its number', async () => {
  const { invoiceNumber, id: invoiceId } = await issue();
  const queueUrl = process.env.INVOICE_PDF_QUEUE_URL ?? '';
  await emptyQueue(queueUrl);

  const { body: note } = await money.credit(invoiceId, { amount: 115 });

  expect(await receiveMessages(queueUrl)).toEqual([pdfMessage({ creditNoteId: note.id })]);
  const path = `credit-notes/${note.id}`;
  expect(await download(path)).toMatchObject({
    status: 409,
    body: { message: 'The PDF of this credit note is not ready yet.' },
  });
  expect((await portal.call('GET', `/api/${path}/progress`, admin)).body).toMatchObject({
    creditNoteId: note.id,
    creditNoteNumber: note.creditNoteNumber,
    state: 'queued',
    percent: 0,
    mail: { state: 'waiting' },
  });

  await runPdfJob(portal, { creditNoteId: note.id });

  expect((await portal.call('GET', `/api/${path}/progress`, admin)).body).toMatchObject({
    state: 'completed',
    percent: 100,
  });
  expect((await download(path)).headers.get('content-disposition')).toBe(
    `inline; filename=${note.creditNoteNumber}.pdf`,
  );
  const text = await readText(path);
  for (const words of [
    'Credit Note',
    note.creditNoteNumber,
    `tax invoice ${invoiceNumber}`,
    'VAT number 4123456789',
    'The speed was never delivered',
    'Reduced by, excluding VAT',
    'R 100,00',
    'VAT at 15%, reduced by',
    'R 15,00',
    'R 115,00',
  ]) {
    expect(text).toContain(words);
  }
  expect(listStoredPdfs(portal).filter((name) => name === `${note.creditNoteNumber}.pdf`)).toHaveLength(1);
});

it('an invoice that is credited in full keeps its PDF without the word Void, also when that is made again', async () => {
  const { id } = await issue();
  await runPdfJob(portal, id);
  await money.credit(id, { amount: 345 });

  expect(await readText(`invoices/${id}`)).not.toContain('Void');

  await portal.connection
    .update(invoices)
    .set({ google_drive_file_id: '1GoneFromTheDrive' })
    .where(eq(invoices.id, id));
  expect((await download(`invoices/${id}`)).status).toBe(409);
  await portal.call('POST', `/api/invoices/${id}/retry`, admin);
  await runPdfJob(portal, id);

  const again = await readText(`invoices/${id}`);
  expect(again).toContain('Copy, made on');
  expect(again).not.toContain('Void');
});

it('a credit note whose PDF was deleted at the drive answers 409, and a retry makes a copy', async () => {
  const { id: invoiceId } = await issue();
  const { body: note } = await money.credit(invoiceId, { amount: 1 });
  const path = `credit-notes/${note.id}`;
  await runPdfJob(portal, { creditNoteId: note.id });
  await portal.connection
    .update(creditNotes)
    .set({ google_drive_file_id: '1GoneFromTheDrive' })
    .where(eq(creditNotes.id, note.id));

  expect(await download(path)).toMatchObject({
    status: 409,
    body: {
      message: 'The PDF of this credit note is gone from the cloud drive storage and must be made again.',
    },
  });
  expect(await portal.call('POST', `/api/${path}/retry`, admin)).toMatchObject({
    status: 200,
    body: { creditNoteId: note.id, state: 'queued' },
  });
  await runPdfJob(portal, { creditNoteId: note.id });

  expect(await readText(path)).toContain('Copy, made on');
});

it('a credit note is mailed with its PDF once that exists, and can be sent again as a new mail', async () => {
  const { userId, email } = await addVerified(portal);
  const { body: invoice } = await money.issue(userId, 115);
  const { body: note } = await money.credit(invoice.id, { amount: 115 });
  await runPdfJob(portal, { creditNoteId: note.id });
  const listMails = () =>
    portal.connection
      .select()
      .from(mails)
      .where(and(eq(mails.user_id, userId), eq(mails.kind, 'credit-note')));
  const [ordered] = await listMails();
  const mailId = ordered?.id ?? '';

  await runMailJob(portal, mailId);

  const sent = await portal.mailbox.waitForMail(email, /Credit note/);
  expect(sent.subject).toContain(note.creditNoteNumber);
  expect(sent.text).toContain('The speed was never delivered');
  expect(sent.attachments).toMatchObject([{ name: `${note.creditNoteNumber}.pdf` }]);
  expect(await portal.call('POST', `/api/admin/mails/${mailId}/resend`, admin)).toMatchObject({
    status: 202,
    body: { kind: 'credit-note', subject: 'Credit note', state: 'waiting' },
  });
  expect(await listMails()).toHaveLength(2);
});

it('a tax invoice that was voided gets its missing note once, which changes nothing in the account', async () => {
  const [id = 0] = await addInvoices(portal, client.userId, [
    { status: 'void', supplier: { vatNumber: '4123456789' } },
  ]);
  const issueMissing = () =>
    portal.call('POST', `/api/invoices/${id}/missing-credit-note`, {
      cookie: admin.cookie,
      body: { reason: 'cancelled', explanation: 'It was issued twice' },
    });
  const before = await readLedger(portal, client.userId);

  expect(await issueMissing()).toMatchObject({ status: 201, body: { invoiceId: id, totalAmount: 100 } });
  expect(await issueMissing()).toMatchObject({
    status: 409,
    body: { message: 'The credit note of this invoice is issued already.' },
  });
  expect(await readLedger(portal, client.userId)).toEqual(before);
  const { body: open } = await money.issue(client.userId, 1);
  expect(
    await portal.call('POST', `/api/invoices/${open.id}/missing-credit-note`, {
      cookie: admin.cookie,
      body: { reason: 'cancelled', explanation: 'It was issued twice' },
    }),
  ).toMatchObject({ status: 409 });
});
