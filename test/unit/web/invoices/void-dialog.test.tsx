// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import type { Invoice } from '#shared/contract/invoices.ts';
import type { OpenItem } from '#shared/contract/payments/ledger-payments.ts';
import { VoidDialog } from '#web/features/invoices/void-dialog.tsx';
import { forgetDrafts, keepDrafts } from '#web/lib/forms/drafts.ts';
import { dialogSteps } from '../dialog-steps.ts';
import { type Answers, json, openBrowser } from '../screen.tsx';

const INVOICE: Invoice = {
  id: 3,
  invoiceNumber: 'INV-2026-000003',
  status: 'pending',
  createdAt: '2026-11-02T08:00:00.000Z',
  totalAmount: 300,
  amountDue: 300,
  credited: 0,
  writtenOff: 0,
  fileName: null,
  dueDate: '2026-11-09',
  reference: 'OW10007',
};

const DEBT = { owed: 300, credit: 0, takenOn: null, items: [] as OpenItem[] };

const owe = (invoiceId: number, amountDue: number): OpenItem => ({
  kind: 'invoice',
  invoiceId,
  number: `INV-2026-00000${invoiceId}`,
  date: '2026-11-01',
  dueDate: '2026-11-08',
  amountDue,
  writtenOff: 0,
});

const steps = dialogSteps();

const showDialog = async (invoice: Invoice = INVOICE, answers: Answers = {}) => {
  const { show } = await openBrowser({
    'GET /api/users/7/debt': () => json(DEBT),
    'GET /api/users/7/invoices': () => json([invoice]),
    'GET /api/invoices/3': () => json({ ...invoice, lineItems: [], vatPercent: null }),
    ...answers,
  });
  show(
    <VoidDialog
      userId={7}
      client={{ User_Name: 'Thandeka', User_Surname: 'Zulu', User_Org: null, OWNumber: 'OW10011' }}
      subject={invoice.id}
      {...steps}
    />,
  );
};

const openDialog = async (invoice?: Invoice, answers?: Answers) => {
  await showDialog(invoice, answers);

  return screen.findByLabelText<HTMLInputElement>(/^Reason/);
};

const dialogText = () => (screen.getByRole('dialog').textContent ?? '').replace(/\s/g, ' ');

it('the dialog names the client, and says what is owed without an unpaid invoice', async () => {
  await openDialog(INVOICE, {
    'GET /api/users/7/debt': () => json({ ...DEBT, owed: 350, items: [owe(3, 300), owe(4, 50)] }),
  });
  await screen.findByText(/^The client then owes/);

  expect(
    screen.getByRole('dialog', { name: 'Void INV-2026-000003 of Thandeka Zulu, OW10011?' }),
  ).toBeDefined();
  expect(dialogText()).toContain('R 300,00, of which nothing is paid.');
  expect(dialogText()).toContain('The client then owes R 50,00.');
  expect(dialogText()).not.toContain('that was paid goes to');
});

it('the dialog says which invoice gets the money of a paid one, and what becomes credit', async () => {
  await openDialog(
    { ...INVOICE, status: 'paid', amountDue: 0 },
    { 'GET /api/users/7/debt': () => json({ ...DEBT, owed: 120, items: [owe(4, 120)] }) },
  );
  await screen.findByText(/that was paid goes to$/);

  expect(dialogText()).toContain('R 300,00, paid in full.');
  expect(dialogText()).toContain('The R 300,00 that was paid goes toINV-2026-000004');
  expect(dialogText()).toContain('Credit leftR 180,00');
  expect(dialogText()).toContain('The client then owes nothing and has R 180,00 credit.');
});

it('a void that the server refuses meanwhile says why, and keeps the typed reason', async () => {
  const field = await openDialog(INVOICE, {
    'PATCH /api/invoices/3/status': () =>
      json({ message: 'This invoice can no longer be marked void.' }, 409),
  });
  fireEvent.input(field, { target: { value: 'Issued twice' } });
  fireEvent.click(screen.getByRole('button', { name: 'Void invoice' }));

  expect(await screen.findByText('This invoice can no longer be marked void.')).toBeDefined();
  expect(field.value).toBe('Issued twice');
});

it('the reason of a void invoice is restored after an ended session', async () => {
  fireEvent.input(await openDialog(), { target: { value: 'Issued twice' } });
  keepDrafts(1);
  onTestFinished(forgetDrafts);
  cleanup();

  const field = await openDialog();

  await waitFor(() => expect(field.value).toBe('Issued twice'));
});

it('a tax invoice is not voided: the dialog says why and leads to a credit note over all that is left', async () => {
  await showDialog(INVOICE, {
    'GET /api/invoices/3': () => json({ ...INVOICE, lineItems: [], vatPercent: 15 }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Write a credit note' }));

  expect(dialogText()).toContain('This is a tax invoice.');
  expect(dialogText()).toContain('A credit note of R 300,00 does the same');
  expect(screen.queryByLabelText(/^Reason/)).toBeNull();
  expect(steps.onNext).toHaveBeenCalledExactlyOnceWith('invoice.credit:3:whole');
});

it('a void that needs a credit note leads to one, with the sentence of the server', async () => {
  await openDialog(INVOICE, {
    'PATCH /api/invoices/3/status': () =>
      json({ message: 'The month of this invoice is closed.', code: 'credit_note_needed' }, 409),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Void invoice' }));

  expect(await screen.findByRole('button', { name: 'Write a credit note' })).toBeDefined();
  expect(dialogText()).toContain('The month of this invoice is closed.');
});
