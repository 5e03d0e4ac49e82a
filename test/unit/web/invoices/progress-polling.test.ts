import { describe, expect, it } from 'vitest';
import { type InvoiceProgress, pendingSteps } from '#shared/contract/invoices.ts';
import { nextReadMs } from '#web/features/invoices/progress-polling.ts';
import { ApiError } from '#web/lib/reads/api-error.ts';

const answered = (state: InvoiceProgress['state']) => ({
  data: {
    invoiceId: 7,
    invoiceNumber: 'INV-2026-000007',
    state,
    percent: 0,
    steps: pendingSteps(),
    nextTryAt: null,
    mail: null,
  },
  error: null,
});

const failed = (status: number) => ({ ...answered('running'), error: new ApiError(status, 'No') });

describe("the polling of a PDF's progress", () => {
  it.each(['queued', 'running'] as const)(
    'the progress of a PDF is read every 500 ms at first while the job is %s',
    (state) => {
      expect(nextReadMs(answered(state), Date.now())).toBe(500);
    },
  );

  it('the progress of a PDF is read every two seconds after the first ten', () => {
    expect(nextReadMs(answered('running'), Date.now() - 10_000)).toBe(2000);
  });

  it.each(['completed', 'failed', 'cancelled'] as const)(
    'the progress of a PDF is not read again once the job is %s',
    (state) => {
      expect(nextReadMs(answered(state), Date.now())).toBe(false);
    },
  );

  it.each([403, 404])('the progress of a PDF is not read again after a %i', (status) => {
    expect(nextReadMs(failed(status), Date.now())).toBe(false);
  });

  it.each([0, 500, 503])('the progress of a PDF is read again after a %i', (status) => {
    expect(nextReadMs(failed(status), Date.now())).toBe(500);
  });
});
