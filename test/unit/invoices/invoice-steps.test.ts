import { describe, expect, it } from 'vitest';
import { completeStep, failStep, showError } from '#functions/domain/invoices/invoice-steps.ts';
import { pendingSteps } from '#shared/contract/invoices.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const begun = completeStep(pendingSteps(), 'Generating HTML Content', NOW);

describe('the error of a PDF job', () => {
  it('the error of a PDF job is shown on the step reached, even if no worker lived to store it there', () => {
    expect(showError(begun, { error: 'No.', updatedAt: NOW })).toEqual(
      failStep(begun, 'Validating HTML Size', 'No.', NOW),
    );
  });

  it('the error of a PDF job stays on the step where a worker stored it', () => {
    const failed = failStep(begun, 'Converting to PDF', 'No.', NOW);

    expect(showError(failed, { error: 'No.', updatedAt: NOW })).toEqual(failed);
  });

  it('a PDF job without an error shows none', () => {
    expect(showError(begun, { error: null, updatedAt: NOW })).toEqual(begun);
  });
});
