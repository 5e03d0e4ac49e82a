// @vitest-environment happy-dom
import { existsSync, globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Invoice } from '#shared/contract/invoices.ts';
import { ITEM_KINDS } from '#shared/contract/money-limits.ts';
import type { OpenItem } from '#shared/contract/payments/ledger-payments.ts';
import { INVOICE_STATES, nameState } from '#web/features/invoices/invoice-state.ts';
import { type ItemInState, PROBES } from './web/item-probes.tsx';

const INVOICE: Invoice = {
  id: 3,
  invoiceNumber: 'INV-2026-000003',
  status: 'pending',
  createdAt: '2026-11-13T08:00:00.000Z',
  totalAmount: 337,
  amountDue: 337,
  credited: 0,
  writtenOff: 0,
  fileName: null,
  dueDate: '2026-11-30',
  reference: 'OW10007',
};

const OPEN: OpenItem = {
  kind: 'invoice',
  invoiceId: 3,
  number: INVOICE.invoiceNumber,
  date: '2026-11-13',
  dueDate: INVOICE.dueDate,
  amountDue: 337,
  writtenOff: 0,
};

const settled = (change: Partial<Invoice>): ItemInState => ({
  invoice: { ...INVOICE, amountDue: 0, ...change },
});

const open = (change: Partial<Invoice>): ItemInState => {
  const invoice = { ...INVOICE, ...change };

  return { invoice, open: { ...OPEN, amountDue: invoice.amountDue, writtenOff: invoice.writtenOff } };
};

const withoutInvoice = (change: Partial<OpenItem>): ItemInState => ({
  open: { ...OPEN, invoiceId: null, number: null, dueDate: null, date: '2026-11-20', ...change },
});

/** The columns: an item in each state, and in states that mix two. */
const COLUMNS: Record<string, ItemInState> = {
  pending: open({}),
  'part-credited': open({ credited: 37, amountDue: 300 }),
  'part-paid': open({ amountDue: 137 }),
  'part-written-off': open({ amountDue: 100, writtenOff: 237 }),
  'written-off': open({ amountDue: 0, writtenOff: 337 }),
  paid: settled({ status: 'paid' }),
  credited: settled({ status: 'void', credited: 337 }),
  void: settled({ status: 'void' }),
  // No part of the product writes such a status; it only shows it.
  other: settled({ status: 'on hold' }),
  opening: withoutInvoice({ kind: 'opening' }),
  'opening-written-off': withoutInvoice({ kind: 'opening', amountDue: 0, writtenOff: 337 }),
  refund: withoutInvoice({ kind: 'refund' }),
  'refund-written-off': withoutInvoice({ kind: 'refund', amountDue: 0, writtenOff: 337 }),
};

/** Kinds of items that hold credit: nothing of them is due, and nothing is written off. */
const CREDIT_KINDS = ['payment', 'credit-note'];

/**
 * The rows: what each place says of an item, by the columns that read the same. A place says nothing in a column that its
 * row leaves out.
 */
const SAYS: Record<string, Record<string, string>> = {
  'functions/documents/mails/invoice-mail.ts': {
    pending:
      'R 337,00, due 30 November | Your invoice is attached as a PDF. Please pay by 30 November. / Amount due: R 337,00 / How to pay by EFT:',
    'part-credited':
      'R 300,00, due 30 November | Your invoice is attached as a PDF. Please pay by 30 November. / Total: R 337,00 / Credited: R 37,00 / Amount due: R 300,00 / How to pay by EFT:',
    'part-paid':
      'R 137,00, due 30 November | Your invoice is attached as a PDF. Please pay by 30 November. / Total: R 337,00 / Already paid: R 200,00 / Amount due: R 137,00 / How to pay by EFT:',
    'part-written-off':
      'R 100,00, due 30 November, R 237,00 still payable | Your invoice is attached as a PDF. Please pay by 30 November. R 237,00 of it is no longer in our books, and still payable. / Total: R 337,00 / Amount due: R 100,00 / Still payable: R 237,00 / How to pay by EFT:',
    'written-off':
      'R 337,00 still payable | Your invoice is attached as a PDF. R 337,00 of it is no longer in our books, and still payable. / Total: R 337,00 / Still payable: R 337,00 / How to pay by EFT:',
    paid: 'R 337,00 | Your invoice is attached as a PDF. It is paid, and there is nothing to do.',
    other: ' | Total: R 337,00 / Already paid: R 337,00 / How to pay by EFT:',
    'credited, void': 'not sent: outdated',
  },
  'functions/documents/mails/statement-mail.ts': {
    pending: 'you owe R 337,00 | By 30 November: R 337,00',
    'part-credited': 'you owe R 300,00 | By 30 November: R 300,00',
    'part-paid': 'you owe R 137,00 | By 30 November: R 137,00',
    'part-written-off':
      'you owe R 100,00 | By 30 November: R 100,00 / R 237,00 of an older invoice is still payable.',
    'written-off': 'R 337,00 still payable | R 337,00 of an older invoice is still payable.',
    'paid, credited, void, other': 'nothing to pay | There is nothing to pay.',
    'opening, refund': 'you owe R 337,00 | By 20 November: R 337,00',
    'opening-written-off': 'R 337,00 still payable | R 337,00 of the opening balance is still payable.',
    'refund-written-off': 'R 337,00 still payable | R 337,00 of a refund is still payable.',
  },
  'web/components/money/write-off-dialog.tsx': {
    pending:
      'R 337,00 leaves our books, nothing stays due.In our books: The client then owes nothing.There is no VAT in it to claim back.',
    'part-credited':
      'R 300,00 leaves our books, nothing stays due.In our books: The client then owes nothing.There is no VAT in it to claim back.',
    'part-paid':
      'R 137,00 leaves our books, nothing stays due.In our books: The client then owes nothing.There is no VAT in it to claim back.',
    'part-written-off':
      'R 100,00 leaves our books, nothing stays due.In our books: The client then owes nothing.There is no VAT in it to claim back. | The client then owes R 337,00.',
    'written-off': 'The client then owes R 337,00.',
    opening: 'In our books: The client then owes nothing. | Nothing of the opening balance is written off',
    'opening-written-off': 'Nothing of the opening balance is due | The client then owes R 337,00.',
  },
  'web/features/invoices/own/amount-owed.tsx': {
    pending: 'You owe R 337,00Due 30 Nov (in 10 days)',
    'part-credited': 'You owe R 300,00Due 30 Nov (in 10 days)',
    'part-paid': 'You owe R 137,00Due 30 Nov (in 10 days)',
    'part-written-off':
      'You owe R 100,00Due 30 Nov (in 10 days)R 237,00 of an older invoice is still payable.',
    'written-off': 'R 337,00 of an older invoice is still payableNothing is due in our books.',
    'paid, credited, void, other': 'Nothing is dueYou have no open invoice.',
    'opening, refund': 'You owe R 337,00Due 20 Nov (today)',
    'opening-written-off': 'R 337,00 of the opening balance is still payableNothing is due in our books.',
    'refund-written-off': 'R 337,00 of a refund is still payableNothing is due in our books.',
  },
  'web/features/invoices/credit-notes/credit-note-dialog.tsx': {
    pending: 'R 337,00, R 0,00 paid, R 337,00 due. A credit note cannot be undone.',
    'part-credited':
      'R 337,00, R 37,00 of it credited already, R 0,00 paid, R 300,00 due. A credit note cannot be undone.',
    'part-paid': 'R 337,00, R 200,00 paid, R 137,00 due. A credit note cannot be undone.',
    paid: 'R 337,00, R 337,00 paid, R 0,00 due. A credit note cannot be undone.',
  },
  'web/features/invoices/may-ask.ts': {
    'pending, part-paid': 'Mark as paid, Credit note, Write off, Void',
    'part-credited': 'Mark as paid, Credit note, Write off',
    'part-written-off': 'Write off, Take back write-off',
    'written-off': 'Take back write-off',
    paid: 'Credit note, Void',
  },
  'web/features/invoices/invoice-dialog.tsx': {
    pending: 'TotalR 337,00PaidR 0,00Still dueR 337,00',
    'part-credited': 'TotalR 337,00CreditedR 37,00PaidR 0,00Still dueR 300,00',
    'part-paid': 'TotalR 337,00PaidR 200,00Still dueR 137,00',
    'part-written-off':
      'TotalR 337,00PaidR 0,00No longer in our books, still payableR 237,00Still dueR 100,00',
    'written-off': 'TotalR 337,00PaidR 0,00No longer in our books, still payableR 337,00',
    'paid, other': 'TotalR 337,00PaidR 337,00',
    credited: 'TotalR 337,00CreditedR 337,00',
    void: 'TotalR 337,00',
  },
  'web/features/invoices/invoice-list.tsx': {
    pending: 'Due 2026/11/30 (in 10 days)',
    'part-credited': 'R 300,00 still dueR 37,00 creditedDue 2026/11/30 (in 10 days)',
    'part-paid': 'R 137,00 still dueDue 2026/11/30 (in 10 days)',
    'part-written-off': 'R 100,00 still dueR 237,00 written offDue 2026/11/30 (in 10 days)',
    'written-off': 'R 337,00 written off',
  },
  'web/features/invoices/invoice-money.ts': {
    'pending, part-written-off, written-off': '0 paid, 337 can be credited',
    'part-credited': '0 paid, 300 can be credited',
    'part-paid': '200 paid, 337 can be credited',
    'paid, void, other': '337 paid, 337 can be credited',
    credited: '0 paid, 0 can be credited',
  },
  'web/features/invoices/invoice-state.ts': {
    'pending, part-credited': 'Pending | Pending',
    'part-paid': 'Part paid | Pending',
    'part-written-off, written-off': 'Written off | No longer in our books, still payable',
    paid: 'Paid | Paid',
    credited: 'Credited | Credited',
    void: 'Void | Void',
    other: 'On hold | On hold',
  },
  'web/features/invoices/invoice-status-badge.tsx': {
    pending: 'Pending',
    'part-credited': 'PendingPart credited',
    'part-paid': 'Part paid',
    'part-written-off, written-off': 'Written off',
    paid: 'Paid',
    credited: 'Credited',
    void: 'Void',
    other: 'On hold',
  },
  'web/features/invoices/own/other-items.tsx': {
    opening: 'Opening balanceDue 20 Nov (today)R 337,00Statement',
    'opening-written-off':
      'Opening balanceNo longer in our books, still payableDue 20 Nov (today)R 337,00still payableStatement',
    refund: 'Refund, owed againDue 20 Nov (today)R 337,00Statement',
    'refund-written-off':
      'Refund, owed againNo longer in our books, still payableDue 20 Nov (today)R 337,00still payableStatement',
  },
  'web/features/invoices/owed.ts': {
    'pending, part-credited, part-paid, part-written-off, written-off': 'open',
    'paid, credited, void, other': 'settled',
  },
  'web/features/invoices/own/own-invoice-rows.tsx': {
    pending: 'INV-2026-000003Due 30 Nov (in 10 days)R 337,00',
    'part-credited': 'INV-2026-000003Due 30 Nov (in 10 days)R 337,00R 300,00 still dueR 37,00 credited',
    'part-paid': 'INV-2026-000003Due 30 Nov (in 10 days)R 337,00R 137,00 still due',
    'part-written-off':
      'INV-2026-000003No longer in our books, still payableDue 30 Nov (in 10 days)R 337,00R 100,00 still dueR 237,00 still payable',
    'written-off':
      'INV-2026-000003No longer in our books, still payableDue 30 Nov (in 10 days)R 337,00R 337,00 still payable',
    paid: 'INV-2026-000003Paid2026/11/13R 337,00',
    credited: 'INV-2026-000003Credited2026/11/13R 337,00',
    void: 'INV-2026-000003Void2026/11/13R 337,00',
    other: 'INV-2026-000003On hold2026/11/13R 337,00',
  },
  'web/features/invoices/credit-notes/plan-credit.ts': {
    pending: 'R 337,00 reduces what is due. The client then owes nothing.',
    'part-credited': 'R 300,00 reduces what is due. The client then owes nothing.',
    'part-paid':
      'R 137,00 reduces what is due, R 200,00 becomes credit. The client then owes nothing and has R 200,00 credit.',
    paid: 'R 337,00 becomes credit. The client then owes nothing and has R 337,00 credit.',
  },
  'web/features/invoices/void-dialog.tsx': {
    pending: 'The client then owes nothing.',
    'part-paid':
      'The R 200,00 that was paid goes toCredit leftR 200,00The client then owes nothing and has R 200,00 credit.',
    paid: 'The R 337,00 that was paid goes toCredit leftR 337,00The client then owes nothing and has R 337,00 credit.',
  },
  'web/features/payments/chosen-invoices.tsx': {
    pending: 'INV-2026-000003R 337,00 due 2026/11/30',
    'part-credited': 'INV-2026-000003R 300,00 due 2026/11/30',
    'part-paid': 'INV-2026-000003R 137,00 due 2026/11/30',
    'part-written-off': 'INV-2026-000003R 100,00 due 2026/11/30, R 237,00 written off',
    'written-off': 'INV-2026-000003R 337,00 written off',
    opening: 'Opening balanceR 337,00 due',
    'opening-written-off': 'Opening balanceR 337,00 written off',
  },
  'web/features/payments/open-items-dialog.tsx': {
    pending: 'INV-2026-000003Due 2026/11/30R 337,00OwedR 337,00',
    'part-credited': 'INV-2026-000003Due 2026/11/30R 300,00OwedR 300,00',
    'part-paid': 'INV-2026-000003Due 2026/11/30R 137,00OwedR 137,00',
    'part-written-off':
      'INV-2026-000003Due 2026/11/30R 100,00OwedR 100,00INV-2026-000003R 237,00 written off',
    'written-off': 'Nothing is owed in our books.OwedR 0,00INV-2026-000003R 337,00 written off',
    'paid, credited, void, other': 'Nothing is owed any more.OwedR 0,00',
    opening: 'Opening balanceTaken over on 2026/11/20 from the former systemR 337,00OwedR 337,00',
    'opening-written-off': 'Nothing is owed in our books.OwedR 0,00Opening balanceR 337,00 written off',
    refund: 'RefundOf 2026/11/20R 337,00OwedR 337,00',
    'refund-written-off': 'Nothing is owed in our books.OwedR 0,00RefundR 337,00 written off',
  },
  'web/features/payments/payment-form.ts': {
    'pending, opening, refund': 'All 337, named 337,00',
    'part-credited': 'All 300, named 300,00',
    'part-paid': 'All 137, named 137,00',
    'part-written-off': 'All 100, named 337,00',
    'written-off, opening-written-off, refund-written-off': 'named 337,00',
  },
  'web/features/payments/payment-preview.tsx': {
    pending: 'INV-2026-000003Paid in full, due 2026/11/30R 337,00The client then owes nothing.',
    'part-credited': 'INV-2026-000003Paid in full, due 2026/11/30R 300,00The client then owes nothing.',
    'part-paid': 'INV-2026-000003Paid in full, due 2026/11/30R 137,00The client then owes nothing.',
    'part-written-off':
      'INV-2026-000003Paid, and recovers R 237,00 that was written offR 337,00The client then owes nothing.',
    'written-off':
      'INV-2026-000003Recovers R 337,00 that was written offR 337,00The client then owes nothing.',
    opening: 'Opening balancePaid in fullR 337,00The client then owes nothing.',
    'opening-written-off':
      'Opening balanceRecovers R 337,00 that was written offR 337,00The client then owes nothing.',
    refund: 'RefundPaid in fullR 337,00The client then owes nothing.',
    'refund-written-off': 'Credit leftR 337,00The client then owes nothing and has R 337,00 credit.',
  },
  'web/features/payments/refund-dialog.tsx': {
    'pending, opening, refund': 'The client owes R 337,00.',
    'part-credited': 'The client owes R 300,00.',
    'part-paid': 'The client owes R 137,00.',
    'part-written-off': 'The client owes R 100,00.',
    'written-off, opening-written-off, refund-written-off': 'Nothing is owed in our books either.',
    'paid, credited, void, other': 'The client owes nothing either.',
  },
  'web/features/debtors/statement-view.tsx': {
    'pending, opening, refund': 'R 337,00 owed on 2026/11/20',
    'part-credited': 'R 300,00 owed on 2026/11/20',
    'part-paid': 'R 137,00 owed on 2026/11/20',
    'part-written-off': 'R 100,00 owed on 2026/11/20 R 237,00 of an older invoice is still payable.',
    'written-off': 'Nothing owed on 2026/11/20 R 337,00 of an older invoice is still payable.',
    'paid, credited, void, other': 'Nothing owed on 2026/11/20',
    'opening-written-off': 'Nothing owed on 2026/11/20 R 337,00 of the opening balance is still payable.',
    'refund-written-off': 'Nothing owed on 2026/11/20 R 337,00 of a refund is still payable.',
  },
  'web/features/users/record/client-summary.tsx': {
    'pending, opening, refund': 'OwedR 337,00Nothing overdue',
    'part-credited': 'OwedR 300,00Nothing overdue',
    'part-paid': 'OwedR 137,00Nothing overdue',
    'part-written-off': 'OwedR 100,00Nothing overdue · R 237,00 written off',
    'written-off, opening-written-off, refund-written-off': 'OwedR 0,00R 337,00 written off',
    'paid, credited, void, other': 'OwedR 0,00',
  },
  'web/lib/money/money-outcome.ts': {
    'pending, opening, refund': 'The client then owes R 237,00.',
    'part-credited': 'The client then owes R 200,00.',
    'part-paid': 'The client then owes R 37,00.',
    'part-written-off': 'The client then owes nothing.',
    'written-off, paid, credited, void, other, opening-written-off, refund-written-off':
      'The client then owes nothing and has R 100,00 credit.',
  },
};

interface Named {
  /** Why the state of an item shows nowhere in these files. */
  reason: string;
  /** The tests or other places that show what these files do. */
  shownIn?: string[];
  files: string[];
}

const SQL = 'functions/adapters/database';
const SUMS = 'Sums of accounts or entries, which hold no single item; what counts in them is proved there.';
const STORED = 'Reads or writes amounts in the database; each state is proved on PostgreSQL there.';
const ANOTHER = "'due' is work that is to be done, not money.";
const TYPES = 'Names the amounts and has no rule.';
const PART = 'A part of the place that is named here, whose row shows what it says.';
const RULE = 'A refusal or answer of the server, proved there.';

const NONE: Named[] = [
  {
    reason: TYPES,
    files: [
      'functions/database/schema/ledger-tables.ts',
      'functions/ports/database/credit-notes/credit-note-store.ts',
      'functions/ports/database/customers/customer-store.ts',
      'functions/ports/database/books/ledger-book-store.ts',
      'functions/ports/database/payments/ledger-store.ts',
      'functions/ports/database/mails/mail-work-store.ts',
      'web/lib/money/vat-words.ts',
    ],
  },
  {
    reason: ANOTHER,
    files: [
      `${SQL}/debug/sql-debug-store.ts`,
      `${SQL}/operations/sql-paused-mail-store.ts`,
      `${SQL}/system/sql-purge-store.ts`,
      `${SQL}/tickets/helpdesk-contact-job.ts`,
      'functions/domain/debug/permission-tests.ts',
      'functions/domain/system/purge-expired.ts',
      'functions/ports/database/debug/debug-store.ts',
    ],
  },
  {
    reason: STORED,
    shownIn: ['test/integration/payments/still-payable.test.ts'],
    files: [
      `${SQL}/payments/sql-payment-store.ts`,
      `${SQL}/debtors/sql-statement-store.ts`,
      `${SQL}/write-offs/written-off-sums.ts`,
      `${SQL}/mails/mail-contents.ts`,
      'functions/domain/debtors/read-statement.ts',
    ],
  },
  {
    reason: STORED,
    shownIn: ['test/integration/write-offs/write-offs.test.ts'],
    files: [
      `${SQL}/invoices/invoice-row.ts`,
      `${SQL}/payments/payment-insert.ts`,
      `${SQL}/payments/settle-account.ts`,
      `${SQL}/write-offs/write-offs.ts`,
    ],
  },
  {
    reason: STORED,
    shownIn: ['test/integration/bank/recover-from-line.test.ts'],
    files: ['functions/domain/bank/recover-quoted.ts'],
  },
  {
    reason: STORED,
    shownIn: ['test/integration/payments/retained-recoveries.test.ts'],
    files: [
      `${SQL}/payments/retained-recovery.ts`,
      'functions/domain/payments/money-for-retained-invoice.ts',
    ],
  },
  {
    reason: STORED,
    shownIn: ['test/integration/bank/match-lines.test.ts', 'test/integration/bank/bank-reads.test.ts'],
    files: [
      `${SQL}/bank/sql-bank-file-store.ts`,
      `${SQL}/bank/sql-bank-match-store.ts`,
      'functions/domain/bank/decide-match.ts',
      'functions/domain/bank/read-bank-lines.ts',
      'functions/ports/database/bank/bank-match-store.ts',
    ],
  },
  {
    reason: STORED,
    shownIn: ['test/integration/palette/palette-search.test.ts'],
    files: [`${SQL}/palette/sql-palette-store.ts`],
  },
  {
    reason: STORED,
    shownIn: ['test/integration/credit-notes/credit-notes.test.ts'],
    files: [`${SQL}/credit-notes/sql-credit-note-store.ts`],
  },
  {
    reason: SUMS,
    shownIn: ['test/integration/bank/file-summary.test.ts'],
    files: [`${SQL}/bank/sql-bank-summary-store.ts`],
  },
  {
    reason: SUMS,
    shownIn: [
      'test/integration/payments/due-items.test.ts',
      'test/integration/debtors/lists-on-day.test.ts',
      'test/integration/debtors/debtors.test.ts',
    ],
    files: [
      `${SQL}/debtors/ageing-sums.ts`,
      `${SQL}/payments/due-items.ts`,
      `${SQL}/debtors/items-on-day.ts`,
      `${SQL}/debtors/sql-debtor-store.ts`,
      'functions/domain/debtors/read-debtors.ts',
    ],
  },
  {
    reason: SUMS,
    shownIn: [
      'test/integration/books/ledger-book.test.ts',
      'test/integration/books/control-account.test.ts',
      'test/integration/books/ledger-check.test.ts',
      'test/integration/books/closed-figures.test.ts',
    ],
    files: [
      `${SQL}/books/closed-debtors.ts`,
      `${SQL}/books/sql-ledger-book-store.ts`,
      `${SQL}/books/sql-ledger-check-store.ts`,
      'functions/domain/books/read-closings.ts',
      'functions/domain/books/ledger-book.ts',
    ],
  },
  {
    reason: SUMS,
    shownIn: [
      'test/integration/figures/figures.test.ts',
      'test/integration/users/users-summary.test.ts',
      'test/integration/users/users-list-sums.test.ts',
      'test/integration/mails/statement-mails.test.ts',
    ],
    files: [
      `${SQL}/figures/sql-figure-store.ts`,
      `${SQL}/mails/sql-mail-event-store.ts`,
      `${SQL}/users/sql-user-summary-store.ts`,
      `${SQL}/users/user-sums.ts`,
    ],
  },
  {
    reason: SUMS,
    shownIn: ['test/unit/books/vat-report.test.ts'],
    files: ['functions/domain/books/vat-report.ts'],
  },
  {
    reason: RULE,
    shownIn: ['test/integration/write-offs/write-offs.test.ts', 'test/integration/payments/payments.test.ts'],
    files: [
      'functions/domain/credit-notes/issue-credit-note.ts',
      'functions/domain/invoices/change-invoice-status.ts',
      'functions/domain/payments/record-payment.ts',
      'functions/domain/write-offs/write-off.ts',
    ],
  },
  {
    reason: RULE,
    shownIn: ['test/unit/invoices/create-invoice.test.ts'],
    files: ['functions/domain/invoices/create-invoice.ts'],
  },
  {
    reason: PART,
    shownIn: ['web/components/money/write-off-dialog.tsx'],
    files: ['web/components/money/take-back-write-off-dialog.tsx'],
  },
  {
    reason: PART,
    shownIn: ['web/features/payments/payment-preview.tsx', 'web/lib/money/money-outcome.ts'],
    files: [
      'web/components/money/money-lines.tsx',
      'web/features/invoices/paid-dialog.tsx',
      'web/features/payments/payment-dialog.tsx',
    ],
  },
  {
    reason: SUMS,
    shownIn: [
      'test/unit/web/books/control-account.test.tsx',
      'test/unit/web/books/closed-ages.test.tsx',
      'test/unit/web/books/closed-months.test.tsx',
    ],
    files: [
      'web/components/money/agreement.tsx',
      'web/features/books/closings/close-dialog.tsx',
      'web/features/books/closings/closed-ages.tsx',
      'web/features/books/closings/closing-figures-dialog.tsx',
      'web/features/books/control-account.tsx',
    ],
  },
  {
    reason: SUMS,
    shownIn: [
      'test/unit/web/debtors/debtors.test.tsx',
      'test/unit/web/debtors/statement-mails.test.tsx',
      'test/unit/web/debtors/write-offs.test.tsx',
    ],
    files: [
      'web/features/debtors/debtor-order.ts',
      'web/features/debtors/debtor-rows.tsx',
      'web/features/debtors/selection-bar.tsx',
      'web/features/debtors/statement-mails-dialog.tsx',
      'web/features/debtors/write-offs-dialog.tsx',
    ],
  },
  {
    reason: SUMS,
    shownIn: ['test/unit/web/payments/payments-tab.test.tsx', 'test/unit/web/users/user-list.test.tsx'],
    files: [
      'web/features/payments/correction-dialog.tsx',
      'web/features/payments/plan-reversal.ts',
      'web/features/users/list/user-rows.tsx',
    ],
  },
  {
    reason: 'Offers the acts of the opening balance, which its tests choose by what is due and written off.',
    shownIn: ['test/unit/web/payments/payments-tab.test.tsx'],
    files: ['web/features/payments/payments-tab.tsx'],
  },
  {
    reason: 'Offers for money of the bank only invoices with an amount due, as its tests show.',
    shownIn: ['test/unit/web/bank/review-dialogs.test.tsx', 'test/unit/web/bank/review.test.tsx'],
    files: ['web/features/bank/review/consequence.tsx', 'web/features/bank/review/divide-dialog.tsx'],
  },
  {
    reason: STORED,
    shownIn: ['test/integration/bank/find-payers.test.ts'],
    files: [
      'functions/adapters/database/customers/sql-customer-store.ts',
      'functions/domain/bank/find-payers.ts',
    ],
  },
  {
    reason: SUMS,
    shownIn: ['test/unit/web/components/client-field.test.tsx'],
    files: ['web/components/search/payer-found.tsx'],
  },
  {
    reason: 'Compares what a line would pay with what is due, to leave out a reason that no longer holds.',
    shownIn: ['test/unit/web/bank/line-words.test.tsx'],
    files: ['web/features/bank/review/line-words.ts'],
  },
];

const WORD = /^(due|amountDue|owed|writtenOff)(Cents)?$/;
const ANY_WORD = /\b(due|amountDue|amount_due|owed|writtenOff|written_off)(Cents)?\b/;
const COLUMN = /\b(due|amount_due|owed|written_off)\b/;

const isInSql = ({ parent }: ts.Node): boolean => {
  const template = ts.isTemplateSpan(parent) ? parent.parent : parent;
  const tagged = ts.isTemplateExpression(template) ? template.parent : template;

  return ts.isTaggedTemplateExpression(tagged) && /^sql\b/.test(tagged.tag.getText());
};

/** True if code reads or writes an amount that is due, owed or written off; comments and texts do not count. */
const readsAmounts = (file: string, source: string): boolean => {
  const holds = (node: ts.Node): boolean =>
    (ts.isIdentifier(node) && WORD.test(node.text)) ||
    (ts.isTemplateLiteralToken(node) && COLUMN.test(node.text) && isInSql(node)) ||
    (ts.forEachChild(node, (child) => holds(child) || undefined) ?? false);

  return ANY_WORD.test(source) && holds(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
};

type Sources = readonly (readonly [file: string, source: string])[];

const readSources = (): Sources =>
  globSync('{functions,web}/**/*.{ts,tsx}')
    .filter((file) => !file.includes('/dist/'))
    .map((file) => [file, readFileSync(file, 'utf8')] as const);

const NAMED = [...Object.keys(SAYS), ...NONE.flatMap(({ files }) => files)];

/** What is wrong between the code and the rows. */
const compareWithRows = (sources: Sources): string[] => {
  const found = sources.filter(([file, source]) => readsAmounts(file, source)).map(([file]) => file);

  return [
    ...found.filter((file) => !NAMED.includes(file)).map((file) => `${file} is in no row`),
    ...NAMED.filter((file) => !found.includes(file)).map((file) => `${file} reads no amount any more`),
    ...NAMED.filter((file, at) => NAMED.indexOf(file) !== at).map((file) => `${file} is named twice`),
  ];
};

const kindOf = ({ invoice, open: item }: ItemInState) => (invoice ? nameState(invoice) : item?.kind);

/** The states that no column shows. */
const findStatesWithoutColumn = (states: readonly string[]): string[] => {
  const shown: (string | undefined)[] = Object.values(COLUMNS).map(kindOf);

  return states.filter((state) => !shown.includes(state));
};

const STATES = [
  ...INVOICE_STATES,
  ...ITEM_KINDS.filter((kind) => kind !== 'invoice' && !CREDIT_KINDS.includes(kind)),
];

it('each state of an invoice and each kind of debt has a column, and a new one is missed', () => {
  expect(findStatesWithoutColumn(STATES)).toEqual([]);
  expect(findStatesWithoutColumn([...STATES, 'disputed'])).toEqual(['disputed']);
});

it('each file that reads an amount due, owed or written off is a row, or is named with its reason', () => {
  const sources = readSources();

  expect(compareWithRows(sources)).toEqual([]);
  expect(
    compareWithRows([
      ...sources.filter(([file]) => file !== 'web/features/invoices/owed.ts'),
      ['web/new.ts', 'export const sum = (item: { amountDue: number }) => item.amountDue;'],
      [
        'functions/new.ts',
        "// due\nexport const text = 'owed'; export const read = sql`select written_off`;",
      ],
      ['functions/none.ts', "// What is owed.\nexport const due_date = 'amountDue';"],
    ]),
  ).toEqual([
    'web/new.ts is in no row',
    'functions/new.ts is in no row',
    'web/features/invoices/owed.ts reads no amount any more',
  ]);
});

it('each test and place that shows what a file without a row does is there', () => {
  const shownIn = NONE.flatMap(({ shownIn: places = [] }) => places);

  expect(shownIn.filter((place) => !(place in SAYS) && !/^test\/.*\.test\.tsx?$/.test(place))).toEqual([]);
  expect(shownIn.filter((place) => !existsSync(place))).toEqual([]);
});

it('each row has a probe', () => {
  expect(Object.keys(PROBES).toSorted()).toEqual(Object.keys(SAYS).toSorted());
});

const splitColumns = (row: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([columns, text]) => columns.split(', ').map((column) => [column, text])),
  );

it.each(Object.entries(SAYS))('%s says of an item in each state what its row says', async (file, row) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const said: Record<string, string> = {};
  for (const [column, item] of Object.entries(COLUMNS)) {
    said[column] = (await PROBES[file]?.(item)) ?? '';
  }

  expect(said).toEqual({
    ...Object.fromEntries(Object.keys(COLUMNS).map((column) => [column, ''])),
    ...splitColumns(row),
  });
});
