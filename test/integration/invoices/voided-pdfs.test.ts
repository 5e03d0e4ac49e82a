import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeInvoicePdfStore } from '#functions/adapters/database/invoices/sql-invoice-pdf-store.ts';
import { makeInvoiceStore } from '#functions/adapters/database/invoices/sql-invoice-store.ts';
import { makeJobStore } from '#functions/adapters/database/jobs/sql-job-store.ts';
import { makeLedgerStore } from '#functions/adapters/database/payments/sql-ledger-store.ts';
import { invoices, replacedFiles, retainedInvoices } from '#functions/database/schema/invoices-tables.ts';
import { pendingSteps } from '#shared/contract/invoices.ts';
import { emptyQueue, receiveMessages } from '#test/support/faults/queues.ts';
import {
  changeJobRow,
  listStoredPdfs,
  pdfMessage,
  readJobRow,
  runPdfJob,
} from '#test/support/invoices/invoice-jobs.ts';
import { issueInvoice } from '#test/support/invoices/issue-invoice.ts';
import { readPdf } from '#test/support/invoices/read-pdf.ts';
import { dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addSignedInUser } from '#test/support/portal/accounts.ts';
import { countBlockedStatements } from '#test/support/portal/blocked-statements.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let admin: { userId: number; cookie: string };
let client: { userId: number; cookie: string };

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addSignedInUser(portal, { user_role: 'admin' });
  client = await addSignedInUser(portal);
});
afterAll(() => portal.stop());

const LINES = Array.from({ length: 60 }, (_, index) => ({ description: `Line ${index + 1}`, amount: 10 }));
const issue = () => issueInvoice(portal, admin, client.userId, LINES);
const makeVoid = (invoiceId: number) => moneyCalls(portal, admin).setStatus(invoiceId, 'void');
const act = (action: 'retry' | 'cancel', invoiceId: number) =>
  portal.call('POST', `/api/invoices/${invoiceId}/${action}`, admin);
const download = (invoiceId: number, by = client) =>
  portal.call('GET', `/api/invoices/${invoiceId}/download`, by);

/** Downloads a PDF; returns for each page whether it says 'Void', and whether the PDF is marked as a copy. */
const readDownload = async (invoiceId: number) => {
  const { status, body } = await download(invoiceId);
  expect(status).toBe(200);
  const { pages } = await readPdf(body);

  return {
    isVoid: pages.map(({ text }) => text.includes('Void')),
    isCopy: pages[0]?.text.includes('Copy, made on') ?? false,
  };
};

const readInvoice = async (invoiceId: number) => {
  const [row] = await portal.connection.select().from(invoices).where(eq(invoices.id, invoiceId));

  return row;
};
const readReplaced = (invoiceId: number) =>
  portal.connection.select().from(replacedFiles).where(eq(replacedFiles.invoice_id, invoiceId));
const countPdfs = (invoiceNumber: string) =>
  listStoredPdfs(portal).filter((name) => name === `${invoiceNumber}.pdf`).length;

const NOT_READY = { status: 409, body: { code: 'conflict', message: 'The voided PDF is being made.' } };
const NO_FILE = { file_name: null, file_path: null, download_url: null, google_drive_file_id: null };

/** Claims the PDF job as a worker does, and returns what each of its writes presents. */
const claim = async (invoiceId: number) => {
  const claimed = await makeJobStore(portal.connection).claim(
    { kind: 'invoice-pdf', key: String(invoiceId) },
    { token: crypto.randomUUID(), until: new Date(Date.now() + 60_000), now: new Date() },
  );
  if (!claimed) {
    throw new Error('Nobody can claim the job');
  }

  return { jobId: claimed.jobId, leaseToken: claimed.leaseToken, now: new Date() };
};

const FILE = { name: 'first.pdf', path: 'invoices/first.pdf', downloadUrl: '/first' };
const END = { steps: pendingSteps(), isMailOn: false, mailNotBefore: null };

describe('the PDF of a voided invoice', () => {
  it('a void takes the PDF out of reach at once, and a second one says Void on each page; both stay on the drive', async () => {
    const { id, invoiceNumber } = await issue();
    await runPdfJob(portal, id);
    const first = await readInvoice(id);
    expect(await readDownload(id)).toEqual({ isVoid: [false, false, false], isCopy: false });

    expect(await makeVoid(id)).toMatchObject({ status: 200, body: { status: 'void', fileName: null } });

    expect([await download(id), await download(id, admin)]).toMatchObject([NOT_READY, NOT_READY]);
    expect(await readInvoice(id)).toMatchObject({ status: 'void', ...NO_FILE, drive_id: null });
    expect(await readReplaced(id)).toEqual([
      {
        invoice_id: id,
        google_drive_file_id: first?.google_drive_file_id,
        drive_id: first?.drive_id,
        permissions_checked_at: null,
      },
    ]);
    expect(await readJobRow(portal, id)).toMatchObject({ state: 'queued', progress: null, attempts: 0 });

    await runPdfJob(portal, id);

    expect(await readDownload(id)).toEqual({ isVoid: [true, true, true], isCopy: true });
    expect(await readInvoice(id)).toMatchObject({ file_name: `${invoiceNumber}.pdf` });
    expect(await readReplaced(id)).toHaveLength(1);
    expect(countPdfs(invoiceNumber)).toBe(2);
  });

  it('a void sends the job of its PDF, and a second void is refused and makes no other PDF', async () => {
    const { id, invoiceNumber } = await issue();
    await runPdfJob(portal, id);
    const queueUrl = portal.queue.queueUrl('invoice-pdf');
    await emptyQueue(queueUrl);
    await makeVoid(id);
    expect(await receiveMessages(queueUrl)).toEqual([pdfMessage(id)]);
    await runPdfJob(portal, id);

    expect(await makeVoid(id)).toMatchObject({ status: 409 });

    expect(await readJobRow(portal, id)).toMatchObject({ state: 'completed' });
    expect(await readDownload(id)).toMatchObject({ isVoid: [true, true, true] });
    expect(countPdfs(invoiceNumber)).toBe(2);
  });

  it('an invoice that is voided before it has a PDF gets one, which says Void and is no copy', async () => {
    const { id, invoiceNumber } = await issue();
    await act('cancel', id);

    await makeVoid(id);
    await runPdfJob(portal, id);

    expect(await readDownload(id)).toEqual({ isVoid: [true, true, true], isCopy: false });
    expect(await readReplaced(id)).toEqual([]);
    expect(countPdfs(invoiceNumber)).toBe(1);
  });

  it('an uploaded first PDF that nobody has noted is never served after a void, and stays with the invoice', async () => {
    const { id, invoiceNumber } = await issue();
    const held = await claim(id);
    const pdfs = makeInvoicePdfStore(portal.connection);
    await pdfs.keepDriveFileId(held, { invoiceId: id }, { driveId: 'a drive', driveFileId: '1First' });

    await makeVoid(id);

    expect(await pdfs.complete(held, { invoiceId: id }, FILE, END)).toBeUndefined();
    expect(
      await pdfs.keepDriveFileId(held, { invoiceId: id }, { driveId: 'a drive', driveFileId: '1First' }),
    ).toBeUndefined();
    expect(await readInvoice(id)).toMatchObject(NO_FILE);
    expect(await readReplaced(id)).toMatchObject([{ google_drive_file_id: '1First' }]);

    await runPdfJob(portal, id);
    expect(await readDownload(id)).toMatchObject({ isVoid: [true, true, true] });
    expect(countPdfs(invoiceNumber)).toBe(1);
  });

  it('a cancelled PDF of a void invoice can be started again, and the first one is not served meanwhile', async () => {
    const { id } = await issue();
    await runPdfJob(portal, id);
    await makeVoid(id);

    expect(await act('cancel', id)).toMatchObject({ status: 200, body: { state: 'cancelled' } });
    await runPdfJob(portal, id);
    expect(await download(id)).toMatchObject(NOT_READY);

    expect(await act('retry', id)).toMatchObject({ status: 200, body: { state: 'queued' } });
    await runPdfJob(portal, id);
    expect(await readDownload(id)).toMatchObject({ isVoid: [true, true, true] });
  });

  it('a worker that ended between the upload and its note leaves one voided PDF, which the next one notes', async () => {
    const { id, invoiceNumber } = await issue();
    await runPdfJob(portal, id);
    await makeVoid(id);
    portal.drive.failNext('files.create', 'drop-after');
    await expect(runPdfJob(portal, id)).rejects.toThrow();
    expect(await download(id)).toMatchObject(NOT_READY);

    await changeJobRow(portal, id, { not_before: null });
    await runPdfJob(portal, id);

    expect(await readDownload(id)).toMatchObject({ isVoid: [true, true, true] });
    expect(countPdfs(invoiceNumber)).toBe(2);
  });

  it('a client who is deleted while the voided PDF is being made leaves both files with the retained invoice', async () => {
    const leaving = await addSignedInUser(portal);
    const { id, invoiceNumber } = await issueInvoice(portal, admin, leaving.userId, LINES);
    await runPdfJob(portal, id);
    const first = await readInvoice(id);
    await makeVoid(id);

    const path = `/api/admin/users/${leaving.userId}`;
    expect(await portal.call('DELETE', path, admin)).toMatchObject({ status: 204 });
    await runPdfJob(portal, id);

    const [retained] = await portal.connection
      .select()
      .from(retainedInvoices)
      .where(eq(retainedInvoices.id, id));
    expect(retained).toMatchObject({ status: 'void', google_drive_file_id: expect.stringMatching(/^1/) });
    expect(retained?.google_drive_file_id).not.toBe(first?.google_drive_file_id);
    expect(await readReplaced(id)).toMatchObject([{ google_drive_file_id: first?.google_drive_file_id }]);
    expect(countPdfs(invoiceNumber)).toBe(2);
    expect(await download(id, admin)).toMatchObject({ status: 404 });
  });
});

describe('a void at the same moment as a write of the worker of the first PDF', () => {
  const WRITES = [
    [
      'stores the id of its file',
      (held, invoiceId) =>
        makeInvoicePdfStore(portal.connection).keepDriveFileId(
          held,
          { invoiceId },
          { driveId: 'a drive', driveFileId: '1First' },
        ),
    ],
    [
      'stores its file',
      (held, invoiceId) => makeInvoicePdfStore(portal.connection).complete(held, { invoiceId }, FILE, END),
    ],
  ] satisfies [string, (held: Awaited<ReturnType<typeof claim>>, invoiceId: number) => Promise<unknown>][];

  it.each(WRITES)('a worker that %s after it waited for the void stores nothing', async (_, write) => {
    const { id } = await issue();
    const held = await claim(id);

    const { written } = await portal.connection.transaction(async (voiding) => {
      const now = new Date();
      await makeInvoiceStore(voiding).makeVoid(id, ['pending'], now);
      const by = { adminId: admin.userId, reason: null, now };
      await makeLedgerStore(voiding).reverseInvoice(id, dayFromToday(0), by);
      const written = write(held, id);
      await expect.poll(() => countBlockedStatements(portal)).toBe(1);

      return { written };
    });

    expect(await written).toBeUndefined();
    expect(await readInvoice(id)).toMatchObject({ status: 'void', ...NO_FILE });
    expect(await readJobRow(portal, id)).toMatchObject({ state: 'queued', lease_token: null });
  });

  it('a void that waits for the worker keeps the file that was stored meanwhile, and serves it no more', async () => {
    const { id } = await issue();
    const held = await claim(id);

    const { answer } = await portal.connection.transaction(async (worker) => {
      const pdfs = makeInvoicePdfStore(worker);
      await pdfs.keepDriveFileId(held, { invoiceId: id }, { driveId: 'a drive', driveFileId: '1First' });
      expect(await pdfs.complete(held, { invoiceId: id }, FILE, END)).toEqual({ mailId: null });
      const answer = makeVoid(id);
      await expect.poll(() => countBlockedStatements(portal)).toBe(1);

      return { answer };
    });

    expect(await answer).toMatchObject({ status: 200, body: { fileName: null } });
    expect(await readInvoice(id)).toMatchObject({ status: 'void', ...NO_FILE });
    expect(await readReplaced(id)).toMatchObject([{ google_drive_file_id: '1First', drive_id: 'a drive' }]);
    expect(await readJobRow(portal, id)).toMatchObject({ state: 'queued', lease_token: null });
  });
});
