// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import type { Invoice } from '#shared/contract/invoices.ts';
import { VoidDialog } from '#web/features/invoices/void-dialog.tsx';
import { forgetDrafts, keepDrafts } from '#web/lib/drafts.ts';
import { openBrowser } from '../screen.tsx';

const INVOICE: Invoice = {
  id: 3,
  invoiceNumber: 'INV-2026-000003',
  status: 'pending',
  createdAt: '2026-11-02T08:00:00.000Z',
  totalAmount: 300,
  amountDue: 300,
  fileName: null,
  dueDate: '2026-11-09',
  reference: 'OW10007',
};

const openDialog = async () => {
  const { show } = await openBrowser();
  show(<VoidDialog invoice={INVOICE} onVoided={() => undefined} onClose={() => undefined} />);

  return screen.findByLabelText<HTMLInputElement>(/^Reason/);
};

it('the reason of a void invoice is restored after an ended session', async () => {
  fireEvent.input(await openDialog(), { target: { value: 'Issued twice' } });
  keepDrafts(1);
  onTestFinished(forgetDrafts);
  cleanup();

  const field = await openDialog();

  await waitFor(() => expect(field.value).toBe('Issued twice'));
});
