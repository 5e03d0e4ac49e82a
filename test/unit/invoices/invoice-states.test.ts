import { describe, expect, it } from 'vitest';
import { completeStep } from '#functions/domain/invoices/invoice-steps.ts';
import { cancelInvoice, readProgress, retryInvoice } from '#functions/domain/invoices/manage-invoice-pdf.ts';
import { listInvoices } from '#functions/domain/invoices/read-invoices.ts';
import type { PdfProgressRow } from '#functions/ports/database/invoices/invoice-pdf-store.ts';
import type { InvoiceStore } from '#functions/ports/database/invoices/invoice-store.ts';
import { PROGRESS_STEPS, pendingSteps } from '#shared/contract/invoices.ts';
import { ADMIN, CLIENT } from '#test/support/stubs/session-users.ts';
import { stubDatabase } from '#test/support/stubs/stub-database.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const INVOICE_ID = 12;

const ROW: PdfProgressRow = {
  number: 'INV-2026-000012',
  state: 'queued',
  steps: pendingSteps(),
  error: null,
  notBefore: null,
  updatedAt: NOW,
  mail: null,
};
const notFound = { code: 'not_found', message: 'Invoice not found' };

describe('the invoices of a client', () => {
  it.each([
    ['an administrator', ADMIN],
    ['the client', CLIENT],
  ])('the invoices of a client are listed for %s', async (_, reader) => {
    expect(await listInvoices({ listOf: async () => [] }, reader, CLIENT.userId)).toEqual([]);
  });

  const neverAsked: InvoiceStore['listOf'] = () => Promise.reject(new Error('Nobody may ask for these'));

  it.each([
    ["a client who asks for another's, without a query", CLIENT, neverAsked],
    ["an administrator who asks for a missing client's", ADMIN, async () => undefined],
  ])('the invoices of a client answer "User not found" to %s', async (_, reader, listOf) => {
    await expect(listInvoices({ listOf }, reader, 8)).rejects.toMatchObject({
      code: 'not_found',
      message: 'User not found',
    });
  });
});

describe('the progress of a PDF', () => {
  it.each([
    [0, 0],
    [1, 20],
    [3, 60],
    [5, 100],
  ])('the progress of a PDF with %d completed steps is %d per cent', async (completed, percent) => {
    const steps = PROGRESS_STEPS.slice(0, completed).reduce(
      (before, name) => completeStep(before, name, NOW),
      pendingSteps(),
    );
    const findProgress = async () => ({ ...ROW, state: 'running' as const, steps });

    expect(await readProgress({ findProgress }, ADMIN, INVOICE_ID, NOW)).toEqual({
      invoiceId: INVOICE_ID,
      invoiceNumber: 'INV-2026-000012',
      state: 'running',
      percent,
      steps,
      nextTryAt: null,
      mail: null,
    });
  });

  it.each([
    ['queued', '2026-11-20T08:16:00.000Z'],
    ['running', null],
    ['cancelled', null],
  ] as const)('the progress of a PDF that is %s shows its next try as %s', async (state, nextTryAt) => {
    const findProgress = async () => ({ ...ROW, state, notBefore: '2026-11-20T08:16:00.000Z' });

    expect(await readProgress({ findProgress }, ADMIN, INVOICE_ID, NOW)).toMatchObject({ nextTryAt });
  });

  it('the progress of a PDF says where its mail is, and in words why it was skipped', async () => {
    const mail = { state: 'skipped' as const, to: null, reason: 'switched-off' };

    expect(
      await readProgress({ findProgress: async () => ({ ...ROW, mail }) }, ADMIN, INVOICE_ID, NOW),
    ).toMatchObject({ mail: { state: 'skipped', to: null, reason: 'Mail is switched off' } });
  });

  it('the progress of an unknown invoice is not found', async () => {
    await expect(
      readProgress({ findProgress: async () => undefined }, ADMIN, 999, NOW),
    ).rejects.toMatchObject(notFound);
  });
});

describe.each([
  ['retrying a PDF', retryInvoice, 'requeue', 'invoices.retry'],
  ['cancelling a PDF', cancelInvoice, 'cancel', 'invoices.cancel'],
] as const)('%s', (_, act, change, action) => {
  const open = (changed: PdfProgressRow | undefined, found: PdfProgressRow | undefined = ROW) => {
    const audits: unknown[] = [];
    const database = stubDatabase({
      invoicePdfs: { findProgress: async () => found, [change]: async () => changed },
      journal: { record: async (audit) => void audits.push(audit) },
    });

    return { audits, acting: act(database, ADMIN, INVOICE_ID, NOW) };
  };

  it('retrying or cancelling a PDF answers its progress and is audited', async () => {
    const { audits, acting } = open(ROW);

    expect(await acting).toMatchObject({ invoiceId: INVOICE_ID, state: 'queued', percent: 0 });
    expect(audits).toEqual([
      { actorId: ADMIN.userId, action, record: 'invoice INV-2026-000012', address: ADMIN.address },
    ]);
  });

  it.each([
    ['queued', 'The PDF is already being made.'],
    ['running', 'The PDF is already being made.'],
    ['completed', 'The PDF is already there.'],
    ['failed', 'The PDF could not be made.'],
    ['cancelled', 'The PDF was cancelled.'],
  ] as const)(
    'retrying or cancelling a PDF that is %s and does not change is refused with the reason',
    async (state, message) => {
      const { audits, acting } = open(undefined, { ...ROW, state });

      await expect(acting).rejects.toMatchObject({ code: 'conflict', message });
      expect(audits).toEqual([]);
    },
  );
});
