// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { OwnUser } from '#shared/contract/auth.ts';
import type { CreditNote } from '#shared/contract/credit-notes.ts';
import type { Invoice } from '#shared/contract/invoices.ts';
import type { Ticket } from '#shared/contract/tickets.ts';
import { makeUserDetail } from '#test/support/users/made-users.ts';
import { findOwn } from '#web/screens/client/own-things.ts';

const user: OwnUser = {
  ...makeUserDetail({ User_Name: 'Naledi', User_Surname: 'Khumalo', OWNumber: 'OW10001' }),
  mailsAreOn: true,
};

const invoice: Invoice = {
  id: 3,
  invoiceNumber: 'INV-2026-000084',
  status: 'pending',
  createdAt: '2026-10-01T08:00:00.000Z',
  totalAmount: 500,
  amountDue: 400,
  credited: 100,
  writtenOff: 0,
  fileName: null,
  dueDate: '2026-10-08',
  reference: 'OW10001',
};
const other: Invoice = { ...invoice, id: 4, invoiceNumber: 'INV-2026-000840' };

const creditNote: CreditNote = {
  id: 9,
  userId: user.User_Id,
  creditNoteNumber: 'CN-2026-000003',
  invoiceId: 3,
  invoiceNumber: invoice.invoiceNumber,
  createdAt: '2026-10-02T08:00:00.000Z',
  totalAmount: 100,
  vatAmount: null,
  reason: 'cancelled',
  explanation: 'A week without signal',
  fileName: null,
};

const find = (typed: string) =>
  findOwn(
    { user, services: [], invoices: [invoice, other], creditNotes: [creditNote], tickets: [] },
    typed,
  ).map(({ id }) => id);

it.each([
  ['INV-2026-84', ['own.invoice.3']],
  ['invoice 2026 000084.pdf', ['own.invoice.3']],
  ['#INV–2026–000084', ['own.invoice.3']],
  ['CN 2026 3', ['own.credit-note.9']],
  ['Credit note 2026-000003', ['own.credit-note.9']],
  ['0W 10001', ['own.record']],
  ['INV-2026-8', []],
])('a client finds by %s what has this number', (typed, found) => {
  expect(find(typed)).toEqual(found);
});

it('what a client finds of invoices and tickets opens over its list', () => {
  const ticket = { id: -4, subject: 'Line 84 is slow', status: 2 } as Ticket;
  const found = findOwn(
    { user, services: [], invoices: [invoice], creditNotes: [], tickets: [ticket] },
    '84',
  );

  expect(found.map(({ link }) => link?.search)).toEqual([
    { section: 'invoices', open: 'invoice.view:3' },
    { section: 'support', open: 'ticket.view:-4' },
  ]);
});
