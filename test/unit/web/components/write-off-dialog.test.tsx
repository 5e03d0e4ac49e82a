// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Invoice } from '#shared/contract/invoices.ts';
import { TakeBackDialog } from '#web/components/money/take-back-write-off-dialog.tsx';
import { WriteOffDialog } from '#web/components/money/write-off-dialog.tsx';
import { useToasts } from '#web/lib/browser/toast.ts';
import { dialogSteps } from '../dialog-steps.ts';
import { type Answers, json, openBrowser } from '../screen.tsx';

const INVOICE: Invoice = {
  id: 3,
  invoiceNumber: 'INV-2026-000003',
  status: 'pending',
  createdAt: '2026-11-02T08:00:00.000Z',
  totalAmount: 300,
  amountDue: 230,
  credited: 0,
  writtenOff: 0,
  fileName: null,
  dueDate: '2026-11-09',
  reference: 'OW10007',
};

const DEBT = { owed: 280, credit: 0, takenOn: null, items: [] };
const ROUTE = 'POST /api/invoices/3/write-off';
const BACK = 'POST /api/invoices/3/write-off/reversal';

const openDialog = async (
  Dialog: typeof WriteOffDialog,
  {
    invoice = {},
    isOpening = false,
    answers = {},
  }: { invoice?: Partial<Invoice>; isOpening?: boolean; answers?: Answers } = {},
) => {
  const { onClose, onDone } = dialogSteps();
  const shown = { ...INVOICE, ...invoice };
  const { show, sent, use } = await openBrowser({
    'GET /api/users/7/debt': () => json(DEBT),
    'GET /api/invoices/3': () => json({ ...shown, lineItems: [], vatPercent: 15 }),
    [ROUTE]: () => json(shown, 201),
    [BACK]: () => json(shown, 201),
    ...answers,
  });
  const toasts = use(useToasts);
  const item = { userId: 7, clientName: 'Thandeka Zulu, OW10011', ...(isOpening ? {} : { invoice: shown }) };
  show(<Dialog item={item} onClose={onClose} onDone={onDone} />);

  return {
    onDone,
    toasts,
    written: () => sent.filter(({ route }) => route.startsWith('POST')).map(({ body }) => body),
  };
};

const text = () => (screen.getByRole('dialog').textContent ?? '').replace(/\s/g, ' ');
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: RegExp, value: string) => fireEvent.input(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('a write-off says before it is made that the client still owes it, what stays due, and what becomes of the VAT', async () => {
  await openDialog(WriteOffDialog);
  await screen.findByText(/VAT in it/);
  await screen.findByText(/^In our books/);

  expect(text()).toContain('Write off INV-2026-000003 of Thandeka Zulu, OW10011?');
  expect(text()).toContain('The client still owes it');
  expect(text()).toContain('Only administrators see the reason');
  expect(text()).toContain('R 230,00 leaves our books, nothing stays due.');
  expect(text()).toContain(
    'R 30,00 VAT in it is a bad debt in the VAT report once the return of this invoice is filed.',
  );
  type(/^Amount/, '100');
  expect(text()).toContain('R 100,00 leaves our books, R 130,00 stays due.');
  expect(text()).toContain('In our books: The client then owes R 180,00.');
});

it('a write-off of an invoice without VAT says that there is none to claim back', async () => {
  await openDialog(WriteOffDialog, {
    answers: { 'GET /api/invoices/3': () => json({ ...INVOICE, lineItems: [], vatPercent: null }) },
  });

  expect(await screen.findByText('There is no VAT in it to claim back.')).toBeDefined();
});

it('a write-off sends its amount, reason and what was done to collect, and says so once it is made', async () => {
  const { written, onDone, toasts } = await openDialog(WriteOffDialog);
  type(/^Amount/, '100,50');
  type(/^Reason/, 'Moved away');
  type(/^What was done to collect/, 'Three letters, two calls');
  press('Write off');

  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(written()).toEqual([
    { amount: 100.5, reason: 'Moved away', collection: 'Three letters, two calls' },
  ]);
  expect(toasts.current[0]?.title.replace(/\s/g, ' ')).toBe('R 100,50 written off');
});

it('a write-off without a reason and without what was done is not sent, and says so at both fields', async () => {
  const { written } = await openDialog(WriteOffDialog);
  press('Write off');

  expect(await screen.findByText('Reason is required')).toBeDefined();
  expect(screen.getByText('What was done to collect is required')).toBeDefined();
  expect(written()).toEqual([]);
});

it('a write-off of more than what is due says so before, and the refusal stands at the amount', async () => {
  await openDialog(WriteOffDialog, {
    answers: { [ROUTE]: () => json({ message: 'No', fields: { amount: 'Only R 230,00 is due.' } }, 422) },
  });
  type(/^Amount/, '231');
  expect(text()).toContain('R 1,00 more than what is due.');
  type(/^Reason/, 'Moved away');
  type(/^What was done to collect/, 'Three letters');
  press('Write off');

  expect(await screen.findByText('Only R 230,00 is due.')).toBeDefined();
  expect(field(/^What was done to collect/).value).toBe('Three letters');
});

it('a write-off is taken back with a reason, and the dialog says what the client owes then', async () => {
  const { written, onDone } = await openDialog(TakeBackDialog, {
    invoice: { amountDue: 0, writtenOff: 230 },
    answers: { 'GET /api/users/7/debt': () => json({ ...DEBT, owed: 0, credit: 30 }) },
  });
  await screen.findByText(/^The client then owes/);
  expect(text()).toContain('The client then owes R 200,00.');
  expect(text()).toContain('Only administrators see the reason');
  type(/^Reason/, 'Wrong invoice');
  press('Take back');

  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(written()).toEqual([{ reason: 'Wrong invoice' }]);
});

const OPENING = {
  kind: 'opening',
  invoiceId: null,
  number: null,
  date: '2026-11-01',
  dueDate: null,
  amountDue: 80,
  writtenOff: 0,
};

it('a write-off of an opening balance names it, and sends its amount, reason and what was done to the client’s account', async () => {
  const { written, onDone, toasts } = await openDialog(WriteOffDialog, {
    isOpening: true,
    answers: {
      'GET /api/users/7/debt': () => json({ ...DEBT, items: [OPENING] }),
      'POST /api/admin/users/7/opening-write-off': () => json({}, 201),
    },
  });
  await screen.findByText('An opening balance has no VAT to claim back.');
  expect(text()).toContain('Write off the opening balance of Thandeka Zulu, OW10011');
  expect(text()).toContain('R 80,00 leaves our books, nothing stays due.');
  type(/^Reason/, 'Moved away');
  type(/^What was done to collect/, 'Three letters');
  press('Write off');

  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(written()).toEqual([{ amount: 80, reason: 'Moved away', collection: 'Three letters' }]);
  expect(toasts.current[0]?.title.replace(/\s/g, ' ')).toBe('R 80,00 of the opening balance written off');
});

it('a write-off of an opening balance is taken back with a reason, in the client’s account', async () => {
  const { written, onDone } = await openDialog(TakeBackDialog, {
    isOpening: true,
    answers: {
      'GET /api/users/7/debt': () =>
        json({ ...DEBT, owed: 0, items: [{ ...OPENING, amountDue: 0, writtenOff: 80 }] }),
      'POST /api/admin/users/7/opening-write-off/reversal': () => json({}, 201),
    },
  });
  await screen.findByText(/^The client then owes R.80,00/);
  type(/^Reason/, 'Paid after all');
  press('Take back');

  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(written()).toEqual([{ reason: 'Paid after all' }]);
});

it('an opening balance of which nothing is due offers no write-off', async () => {
  await openDialog(WriteOffDialog, { isOpening: true });

  expect(await screen.findByText('Nothing of the opening balance is due')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Write off' })).toBeNull();
});
