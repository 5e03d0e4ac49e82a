import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { PROGRESS_STEPS, pendingSteps } from '#shared/contract/invoices.ts';
import type { JobState } from '#shared/contract/jobs.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { changeJobRow, readJobRow, runPdfJob } from '#test/support/invoices/invoice-jobs.ts';
import { makeInvoice, makeTerms } from '#test/support/invoices/invoices.ts';
import { issueInvoice, readProgress, stepStatuses } from '#test/support/invoices/issue-invoice.ts';
import { addInvoices } from '#test/support/ledger/add-invoices.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addSignedInUser } from '#test/support/portal/accounts.ts';
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

const issue = () => issueInvoice(portal, admin, client.userId);
const act = (action: string, invoiceId: number, by = admin) =>
  portal.call('POST', `/api/invoices/${invoiceId}/${action}`, { cookie: by.cookie });
const download = (invoiceId: number, by = client) =>
  portal.call('GET', `/api/invoices/${invoiceId}/download`, { cookie: by.cookie });
const setStatus = (invoiceId: number, status: string) =>
  portal.call('PATCH', `/api/invoices/${invoiceId}/status`, { cookie: admin.cookie, body: { status } });
const listed = async (invoiceId: number) => {
  const { body } = await portal.call('GET', `/api/users/${client.userId}/invoices`, client);

  return body.find((invoice: { id: number }) => invoice.id === invoiceId);
};

describe('cancelling a PDF', () => {
  it('a queued PDF can be cancelled: the invoice stays pending without a PDF, even if a late message arrives', async () => {
    const { id, invoiceNumber } = await issue();

    expect(await act('cancel', id)).toMatchObject({
      status: 200,
      body: { state: 'cancelled', invoiceNumber },
    });
    await runPdfJob(portal, id);
    expect(await readProgress(portal, admin, id)).toMatchObject({ state: 'cancelled', percent: 0 });
    expect(await listed(id)).toMatchObject({ invoiceNumber, status: 'pending', fileName: null });
  });

  it.each<[JobState, string]>([
    ['running', 'The PDF is already being made.'],
    ['completed', 'The PDF is already there.'],
    ['failed', 'The PDF could not be made.'],
    ['cancelled', 'The PDF was cancelled.'],
  ])(
    'a PDF in the state %s cannot be cancelled: the refusal is a sentence, and nothing changes',
    async (state, message) => {
      const { id } = await issue();
      await changeJobRow(portal, id, { state });
      const before = await readJobRow(portal, id);

      expect(await act('cancel', id)).toMatchObject({ status: 409, body: { code: 'conflict', message } });
      expect(await readJobRow(portal, id)).toEqual(before);
    },
  );
});

describe('starting a PDF again', () => {
  it.each<JobState>(['failed', 'cancelled'])(
    'a PDF in the state %s is made when it is started again',
    async (state) => {
      const { id } = await issue();
      await changeJobRow(portal, id, { state, attempts: 5 });
      const again = await act('retry', id);
      await runPdfJob(portal, id);

      expect(again).toMatchObject({ status: 200, body: { state: 'queued', percent: 0 } });
      expect(stepStatuses(again.body)).toEqual(Array(5).fill('pending'));
      expect(await readProgress(portal, admin, id)).toMatchObject({ state: 'completed', percent: 100 });
    },
  );

  it('the path of a PDF at the drive and its download address are stored in the portal', async () => {
    const { id, invoiceNumber } = await issue();
    await runPdfJob(portal, id);

    const [stored] = await portal.connection.select().from(invoices).where(eq(invoices.id, id));
    expect(stored).toMatchObject({
      file_name: `${invoiceNumber}.pdf`,
      file_path: `invoices/${invoiceNumber}.pdf`,
      download_url: `/api/invoices/${id}/download`,
    });
  });

  it.each<[JobState, string]>([
    ['queued', 'The PDF is already being made.'],
    ['running', 'The PDF is already being made.'],
    ['completed', 'The PDF is already there.'],
  ])(
    'a PDF in the state %s cannot be started again: the refusal is a sentence, and nothing changes',
    async (state, message) => {
      const { id } = await issue();
      await changeJobRow(portal, id, { state });
      const before = await readJobRow(portal, id);

      expect(await act('retry', id)).toMatchObject({ status: 409, body: { code: 'conflict', message } });
      expect(await readJobRow(portal, id)).toEqual(before);
    },
  );
});

describe.each(['retry', 'cancel'])('%s', (action) => {
  it(`the ${action} of an invoice that does not exist answers 404`, async () => {
    expect(await act(action, 99_999)).toMatchObject({ status: 404, body: { message: 'Invoice not found' } });
  });

  it(`the ${action} of a PDF is refused to the invoice's client`, async () => {
    const { id } = await issue();

    expect(await act(action, id, client)).toMatchObject({ status: 403 });
    expect(await readJobRow(portal, id)).toMatchObject({ state: 'queued' });
  });
});

describe('the progress of a PDF', () => {
  it('the progress of a PDF is five steps in order, with the times when each began and ended', async () => {
    const { id, invoiceNumber } = await issue();
    const queued = await readProgress(portal, admin, id);
    await runPdfJob(portal, id);
    const { steps, ...done } = await readProgress(portal, admin, id);

    expect(queued).toMatchObject({ invoiceId: id, invoiceNumber, state: 'queued', percent: 0 });
    expect(queued.steps.every(({ startedAt, finishedAt }) => !startedAt && !finishedAt)).toBe(true);
    expect(done).toEqual({
      invoiceId: id,
      invoiceNumber,
      state: 'completed',
      percent: 100,
      nextTryAt: null,
      mail: { state: 'waiting', to: null, reason: null },
    });
    expect(steps.map(({ name }) => name)).toEqual(PROGRESS_STEPS);
    const instants = steps.flatMap(({ startedAt, finishedAt }) => [startedAt, finishedAt]);
    expect(instants).not.toContain(null);
    expect(instants).toEqual(instants.toSorted());
  });

  it('the progress of an invoice answers 403 to its client, and 404 for a missing invoice', async () => {
    const { id } = await issue();

    expect(await portal.call('GET', `/api/invoices/${id}/progress`, client)).toMatchObject({ status: 403 });
    expect(await portal.call('GET', '/api/invoices/99999/progress', admin)).toMatchObject({ status: 404 });
  });
});

it('an opened invoice names the rate of VAT as it was issued, and none if its supplier charged none', async () => {
  const { id } = await issue();
  const readVat = async () => (await portal.call('GET', `/api/invoices/${id}`, client)).body.vatPercent;
  expect(await readVat()).toBeNull();

  await connectAsOwner()
    .update(invoices)
    .set({ supplier: makeInvoice({}).supplier, terms: { ...makeTerms(), vatPercent: 15.5 } })
    .where(eq(invoices.id, id));
  expect(await readVat()).toBe(15.5);
});

describe('the status of an invoice', () => {
  it('the client of an invoice is told that it was paid when it is marked as paid, and that it was voided', async () => {
    const { id } = await issue();

    for (const [status, noted] of [
      ['paid', /^Payment of .* received$/],
      ['void', /voided$/],
    ] as const) {
      expect(await setStatus(id, status)).toMatchObject({ status: 200, body: { id, status } });
      expect(await listed(id)).toMatchObject({ status });
      const { body } = await portal.call('GET', '/api/client/activities', client);
      expect(body[0]).toMatchObject({ activityType: 'payment', description: expect.stringMatching(noted) });
    }
  });

  it('a tax invoice is not voided but asks for a credit note, and stays as it was', async () => {
    const { id } = await issue();
    await connectAsOwner()
      .update(invoices)
      .set({ supplier: { ...makeInvoice({}).supplier, vatNumber: '4870261234' } })
      .where(eq(invoices.id, id));

    expect(await setStatus(id, 'void')).toMatchObject({ status: 409, body: { code: 'credit_note_needed' } });
    expect(await listed(id)).toMatchObject({ status: 'pending' });
  });

  it('an invoice without VAT that has a credit note is not voided either', async () => {
    const { id } = await issue();
    await moneyCalls(portal, admin).credit(id, { amount: 1 });

    expect(await setStatus(id, 'void')).toMatchObject({ status: 409, body: { code: 'credit_note_needed' } });
    expect(await listed(id)).toMatchObject({ status: 'pending' });
  });

  it('a void invoice cannot be marked as paid', async () => {
    const { id } = await issue();
    await setStatus(id, 'void');

    expect(await setStatus(id, 'paid')).toMatchObject({
      status: 409,
      body: { message: 'This invoice can no longer be marked paid.' },
    });
    expect(await listed(id)).toMatchObject({ status: 'void' });
  });

  it('an invoice of nothing becomes void', async () => {
    const [id = 0] = await addInvoices(portal, client.userId, [{ total_amount: '0', status: 'paid' }]);

    expect(await setStatus(id, 'void')).toMatchObject({ status: 200, body: { status: 'void' } });
  });

  it.each(['pending', 'PAID', '', 1])('the status of an invoice is never set to "%s"', async (status) => {
    const { id } = await issue();
    const answer = await portal.call('PATCH', `/api/invoices/${id}/status`, {
      cookie: admin.cookie,
      body: { status },
    });

    expect(answer).toMatchObject({ status: 400, body: { fields: { status: expect.any(String) } } });
    expect(await listed(id)).toMatchObject({ status: 'pending' });
  });

  it('the status of a missing invoice answers 404 when it is set', async () => {
    expect(await setStatus(99_999, 'paid')).toMatchObject({
      status: 404,
      body: { message: 'Invoice not found' },
    });
  });
});

describe('downloading a PDF', () => {
  const issueWithPdf = async () => {
    const invoice = await issue();
    await runPdfJob(portal, invoice.id);

    return invoice;
  };

  it('the PDF of an invoice is the same for its client and for an admin, and named after the invoice', async () => {
    const { id, invoiceNumber } = await issueWithPdf();
    const [own, any] = [await download(id, client), await download(id, admin)];

    expect(own.status).toBe(200);
    expect(own.headers.get('content-type')).toBe('application/pdf');
    expect(own.headers.get('cache-control')).toBe('no-store');
    expect(own.headers.get('content-disposition')).toBe(`inline; filename=${invoiceNumber}.pdf`);
    expect(Buffer.from(own.body).subarray(0, 5).toString()).toBe('%PDF-');
    expect(any.body).toEqual(own.body);
  });

  it("the PDF of someone else's invoice and of a missing one answer the same 404", async () => {
    const { id } = await issueWithPdf();
    const stranger = await addSignedInUser(portal);
    const [foreign, missing] = [await download(id, stranger), await download(99_999, stranger)];

    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(missing.body);
    expect(foreign.body.message).toBe('Invoice not found');
  });

  it('a download answers 409 while an invoice has no PDF', async () => {
    const { id } = await issue();

    expect(await download(id)).toMatchObject({
      status: 409,
      body: { message: 'The PDF of this invoice is not ready yet.' },
    });
  });

  it('a download of a PDF that was deleted at the drive answers 409, and a retry makes the PDF again', async () => {
    const { id, invoiceNumber } = await issueWithPdf();
    const { database } = await import('#local/seed/whole-database.ts');
    const first = await database.invoicePdfs.findPrinted({ invoiceId: id });
    await portal.connection
      .update(invoices)
      .set({ google_drive_file_id: '1GoneFromTheDrive' })
      .where(eq(invoices.id, id));

    expect(await download(id)).toMatchObject({
      status: 409,
      body: {
        message: 'The PDF of this invoice is gone from the cloud drive storage and must be made again.',
      },
    });
    expect(await listed(id)).toMatchObject({ invoiceNumber, status: 'pending', fileName: null });
    expect(await readProgress(portal, admin, id)).toMatchObject({ state: 'failed' });

    // The PDF that is made again is a copy, and everything else in it is as it was issued.
    expect(first?.firstPrintedAt).toMatch(/^20.+Z$/);
    expect(await database.invoicePdfs.findPrinted({ invoiceId: id })).toEqual({
      ...first,
      driveFileId: null,
    });

    expect(await act('retry', id)).toMatchObject({ status: 200, body: { state: 'queued', percent: 0 } });
    await runPdfJob(portal, id);
    expect(await listed(id)).toMatchObject({ fileName: `${invoiceNumber}.pdf` });
    expect((await download(id)).status).toBe(200);
    const again = await database.invoicePdfs.findPrinted({ invoiceId: id });
    expect(again).toEqual({ ...first, driveFileId: again?.driveFileId });
    expect([null, first?.driveFileId, '1GoneFromTheDrive']).not.toContain(again?.driveFileId);
  });

  it('a PDF that was made again meanwhile stays when an earlier file of it is found gone', async () => {
    const { id, invoiceNumber } = await issueWithPdf();
    const { database } = await import('#local/seed/whole-database.ts');
    await database.invoicePdfs.loseFile({ invoiceId: id }, '1OfAnEarlierTry', {
      error: 'It is gone.',
      steps: pendingSteps(),
      now: new Date(),
    });

    expect(await listed(id)).toMatchObject({ fileName: `${invoiceNumber}.pdf` });
    expect(await readProgress(portal, admin, id)).toMatchObject({ state: 'completed', percent: 100 });
    expect((await download(id)).status).toBe(200);
  });

  it('a PDF keeps its name while the drive answers 404 to everything, as when the portal loses access', async () => {
    const { id, invoiceNumber } = await issueWithPdf();
    portal.drive.failNext('files.download', 404);
    portal.drive.failNext('files.get', 404);

    expect(await download(id)).toMatchObject({ status: 503 });
    expect(await listed(id)).toMatchObject({ fileName: `${invoiceNumber}.pdf` });
    expect((await download(id)).status).toBe(200);
  });

  it('a download answers 503 with Retry-After while the drive is out of reach', async () => {
    const { id } = await issueWithPdf();
    // Refused twice, because Google's client calls again with a new token.
    portal.drive.failNext('files.download', 403, 2);
    const answer = await download(id);

    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await download(id)).status).toBe(200);
  });
});
