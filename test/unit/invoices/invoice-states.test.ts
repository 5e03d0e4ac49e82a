import { describe, expect, it } from 'vitest';
import { completeStep } from '#functions/domain/invoices/invoice-steps.ts';
import {
  cancelInvoice,
  changeInvoiceStatus,
  listInvoices,
  readProgress,
  retryInvoice,
} from '#functions/domain/invoices/invoices.ts';
import { type Invoice, PROGRESS_STEPS, pendingSteps } from '#shared/contract/invoices.ts';
import type { JobState } from '#shared/contract/jobs.ts';
import { makeFakeInvoices, makeStoredInvoice } from '#test/support/fake-invoices.ts';
import { makeInvoice } from '#test/support/invoices.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const ADMIN = { userId: 1, role: 'admin', sessionId: 'of the admin', address: '198.51.100.7' } as const;
const CLIENT = { userId: 7, role: 'client', sessionId: 'of the client', address: '203.0.113.9' } as const;
const INVOICE_ID = 12;

const notFound = { code: 'not_found', message: 'Invoice not found' };

describe('the invoices of a client', () => {
  const { buyer } = makeInvoice({});
  const { database } = makeFakeInvoices(
    [makeStoredInvoice()],
    [
      [7, buyer],
      [8, buyer],
    ],
  );

  it.each([
    ['an administrator', ADMIN, 7, 1],
    ['the client', CLIENT, 7, 1],
    ['an administrator, of a client without invoices', ADMIN, 8, 0],
  ])('are shown to %s', async (_, reader, userId, count) => {
    expect(await listInvoices(database.invoices, reader, userId)).toHaveLength(count);
  });

  it.each([
    ["a client who asks for another's", CLIENT, 8],
    ["a client who asks for a missing one's", CLIENT, 999],
    ["an administrator who asks for a missing one's", ADMIN, 999],
  ])('are not there for %s', async (_, reader, userId) => {
    await expect(listInvoices(database.invoices, reader, userId)).rejects.toMatchObject({
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
  ])('of which %d steps are completed is %d per cent', async (completed, percent) => {
    const steps = PROGRESS_STEPS.slice(0, completed).reduce(
      (before, name) => completeStep(before, name, NOW),
      pendingSteps(),
    );
    const job = { state: 'running', steps, error: null, updatedAt: NOW } as const;
    const { database } = makeFakeInvoices([makeStoredInvoice({ job })]);

    expect(await readProgress(database.invoices, INVOICE_ID)).toEqual({
      invoiceId: INVOICE_ID,
      invoiceNumber: 'INV-2026-000012',
      state: 'running',
      percent,
      steps,
    });
  });

  it('shows the error of a worker that died on the step that it had reached', async () => {
    const steps = completeStep(pendingSteps(), 'Generating HTML Content', NOW);
    const job = { state: 'failed', steps, error: 'It went wrong.', updatedAt: NOW } as const;
    const { database } = makeFakeInvoices([makeStoredInvoice({ job })]);

    const progress = await readProgress(database.invoices, INVOICE_ID);
    expect(progress).toMatchObject({ percent: 20 });
    expect(progress.steps[1]).toMatchObject({ status: 'error', error: 'It went wrong.' });
  });

  it('of an invoice that is not there is not found', async () => {
    await expect(readProgress(makeFakeInvoices().database.invoices, 999)).rejects.toMatchObject(notFound);
  });
});

describe.each([
  ['starting a PDF again', retryInvoice, ['failed', 'cancelled'], 'queued', 'invoices.retry'],
  ['cancelling a PDF', cancelInvoice, ['queued'], 'cancelled', 'invoices.cancel'],
] as const)('%s', (_, act, allowed, after, action) => {
  it.each(allowed)('is done while it is %s, and is audited', async (state) => {
    const { state: stored, database } = makeFakeInvoices([makeStoredInvoice({ state })]);

    expect(await act(database, ADMIN, INVOICE_ID, NOW)).toMatchObject({
      invoiceId: INVOICE_ID,
      state: after,
      percent: 0,
    });
    expect(stored.audits).toEqual([
      { actorId: ADMIN.userId, action, record: 'invoice INV-2026-000012', address: ADMIN.address },
    ]);
  });

  const SENTENCES: Record<JobState, string> = {
    queued: 'The PDF is already being made.',
    running: 'The PDF is already being made.',
    completed: 'The PDF is already there.',
    failed: 'The PDF could not be made.',
    cancelled: 'The PDF was cancelled.',
  };
  const refused = (Object.keys(SENTENCES) as JobState[]).filter(
    (state) => !allowed.some((other) => other === state),
  );

  it.each(refused)('is refused with a sentence while it is %s, and leaves no trace', async (state) => {
    const { state: stored, database } = makeFakeInvoices([makeStoredInvoice({ state })]);
    const before = structuredClone(stored);

    await expect(act(database, ADMIN, INVOICE_ID, NOW)).rejects.toMatchObject({
      code: 'conflict',
      message: SENTENCES[state],
    });
    expect(stored).toEqual(before);
  });

  it('of an invoice that is not there is not found', async () => {
    await expect(act(makeFakeInvoices().database, ADMIN, 999, NOW)).rejects.toMatchObject(notFound);
  });
});

describe('the status of an invoice', () => {
  const change = (from: Invoice['status'], status: 'paid' | 'void') => {
    const { state, database } = makeFakeInvoices([makeStoredInvoice({ status: from })]);

    return {
      state,
      changing: changeInvoiceStatus(database, ADMIN, { invoiceId: INVOICE_ID, status }, NOW),
    };
  };

  it.each([
    ['pending', 'paid', 'paid'],
    ['pending', 'void', 'voided'],
    ['paid', 'void', 'voided'],
  ] as const)('goes from %s to %s, is audited, and is noted for the client', async (from, to, word) => {
    const { state, changing } = change(from, to);

    expect(await changing).toMatchObject({ id: INVOICE_ID, status: to });
    expect(state.audits).toEqual([
      {
        actorId: ADMIN.userId,
        action: 'invoices.status',
        record: `invoice INV-2026-000012 of user ${CLIENT.userId}`,
        changes: { status: to },
        address: ADMIN.address,
      },
    ]);
    expect(state.activities).toEqual([
      { userId: CLIENT.userId, activityType: 'payment', description: `Invoice INV-2026-000012 ${word}` },
    ]);
  });

  it.each([
    ['paid', 'paid'],
    ['void', 'paid'],
    ['void', 'void'],
  ] as const)('does not go from %s to %s, and leaves no trace', async (from, to) => {
    const { state, changing } = change(from, to);

    await expect(changing).rejects.toMatchObject({
      code: 'conflict',
      message: `This invoice can no longer be marked ${to}.`,
    });
    expect(state).toMatchObject({ invoices: [{ invoice: { status: from } }], audits: [], activities: [] });
  });

  it('of an invoice that is not there is not found', async () => {
    const { database } = makeFakeInvoices();
    const changing = changeInvoiceStatus(database, ADMIN, { invoiceId: 999, status: 'paid' }, NOW);

    await expect(changing).rejects.toMatchObject(notFound);
  });
});
