// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CreditNote } from '#shared/contract/credit-notes.ts';
import type { Invoice, InvoiceWithLines } from '#shared/contract/invoices.ts';
import { InvoiceDialog } from '#web/features/invoices/invoice-dialog.tsx';
import { json, openBrowser } from '../screen.tsx';

const INVOICE: Invoice = {
  id: 3,
  invoiceNumber: 'INV-2026-000003',
  status: 'pending',
  createdAt: '2026-11-13T08:00:00.000Z',
  totalAmount: 1150,
  amountDue: 650,
  credited: 0,
  writtenOff: 0,
  fileName: 'INV-2026-000003.pdf',
  dueDate: '2026-11-20',
  reference: 'OW10007',
};

const NOTE: CreditNote = {
  id: 5,
  userId: 7,
  creditNoteNumber: 'CN-2026-000001',
  invoiceId: 3,
  invoiceNumber: 'INV-2026-000003',
  createdAt: '2026-11-26T08:00:00.000Z',
  totalAmount: 400,
  vatAmount: null,
  reason: 'discount',
  explanation: 'The router came late.',
  fileName: 'CN-2026-000001.pdf',
};

const LINES = [
  { description: 'Line rental', amount: 400, quantity: 2.5 },
  { description: 'Setup', amount: 150, quantity: 1 },
];

const openInvoice = async (
  change: Partial<Invoice> = {},
  detail: Partial<InvoiceWithLines> = {},
  { invoiceId = 3, isOwn = false } = {},
) => {
  const invoice = { ...INVOICE, ...change };
  const { show, sent } = await openBrowser({
    'GET /api/users/7/invoices': () => json([invoice]),
    'GET /api/invoices/3': () => json({ ...invoice, lineItems: LINES, vatPercent: 15, ...detail }),
    'GET /api/users/7/credit-notes': () => json([NOTE, { ...NOTE, id: 6, invoiceId: 4 }]),
  });
  show(
    <InvoiceDialog
      userId={7}
      invoiceId={invoiceId}
      actOn={({ invoiceNumber }) => <button type="button">Act on {invoiceNumber}</button>}
      isOwn={isOwn}
      onClose={() => undefined}
    />,
  );

  return { sent, dialog: within(await screen.findByRole('dialog')) };
};

const readRows = async () => {
  await screen.findByRole('table');

  return screen
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));
};

it('an opened invoice shows its lines, the VAT in its total, what was paid and what is due', async () => {
  const { dialog } = await openInvoice();

  expect(await readRows()).toEqual([
    'Line rental2,5 × R 400,00R 1 000,00',
    'SetupR 150,00',
    'TotalR 1 150,00',
    'VAT at 15 % in itR 150,00',
    'PaidR 500,00',
    'Still dueR 650,00',
  ]);
  expect(dialog.getByRole('heading').textContent).toContain('INV-2026-000003');
  expect(dialog.getByRole('button', { name: 'Download INV-2026-000003' })).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Act on INV-2026-000003' })).toBeTruthy();
});

it('an invoice without VAT names none, and one that is paid has nothing due', async () => {
  await openInvoice({ status: 'paid', amountDue: 0 }, { vatPercent: null });

  expect((await readRows()).slice(2)).toEqual(['TotalR 1 150,00', 'PaidR 1 150,00']);
});

it('a void invoice says neither paid nor due, and that its PDF is being made', async () => {
  const { dialog } = await openInvoice({ status: 'void', amountDue: 0, fileName: null });

  expect((await readRows()).slice(2)).toEqual(['TotalR 1 150,00', 'VAT at 15 % in itR 150,00']);
  expect(dialog.getByText('Its voided PDF is being made.')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: /^Download INV/ })).toBeNull();
});

it('what credit notes took off an invoice is no payment', async () => {
  const { dialog } = await openInvoice({ credited: 400, amountDue: 250 });

  expect((await readRows()).slice(4)).toEqual(['CreditedR 400,00', 'PaidR 500,00', 'Still dueR 250,00']);
  expect(dialog.getByText('Part credited')).toBeTruthy();
});

it('a part-credited invoice leads to the PDFs of its own credit notes', async () => {
  const { dialog } = await openInvoice({ credited: 400, amountDue: 250 });

  expect(await dialog.findAllByRole('button', { name: /^Download CN-/ })).toHaveLength(1);
  expect(dialog.getByText(/^R\s400,00 credited on/)).toBeTruthy();
});

it('an invoice that is credited in full says so, and keeps its PDF', async () => {
  const { dialog } = await openInvoice({ status: 'void', credited: 1150, amountDue: 0 });

  expect((await readRows()).slice(4)).toEqual(['CreditedR 1 150,00']);
  expect(dialog.getByText('Credited', { selector: 'span' })).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Download INV-2026-000003' })).toBeTruthy();
});

const WRITTEN_OFF = { amountDue: 0, writtenOff: 650 };

it('a written-off invoice says so to an administrator', async () => {
  const { dialog } = await openInvoice(WRITTEN_OFF);

  expect((await readRows()).slice(4)).toEqual(['PaidR 500,00', 'Written offR 650,00']);
  expect(dialog.getByRole('heading').textContent).toContain('Written off');
});

it('a written-off invoice is still payable for its client', async () => {
  const { dialog } = await openInvoice(WRITTEN_OFF, {}, { isOwn: true });

  expect((await readRows()).slice(4)).toEqual([
    'PaidR 500,00',
    'No longer in our books, still payableR 650,00',
  ]);
  expect(dialog.getByRole('heading').textContent).toContain('No longer in our books, still payable');
});

it("an invoice that is not among the account's is not found, and its lines are not asked for", async () => {
  const { dialog, sent } = await openInvoice({}, {}, { invoiceId: 4 });

  expect(await dialog.findByText('Invoice not found')).toBeTruthy();
  expect(sent.map(({ route }) => route)).toEqual(['GET /api/users/7/invoices']);
});

it('a voided invoice shows the credit note that was written for it afterwards', async () => {
  const { dialog } = await openInvoice({ status: 'void', amountDue: 0 });

  expect(await dialog.findByText('CN-2026-000001')).toBeTruthy();
});
