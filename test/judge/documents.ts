import type { Account, Item } from './books.ts';
import * as books from './books.ts';
import { toAmount } from './cents.ts';

/** What the portal must answer for one invoice, payment or credit note. */

export const invoiceNow = (account: Account, invoice: Item) => ({
  id: invoice.id,
  invoiceNumber: invoice.number,
  status: books.statusOf(account, invoice),
  totalAmount: toAmount(-invoice.cents),
  amountDue: toAmount(books.dueOf(account, invoice)),
  credited: toAmount(books.creditedOf(account, invoice)),
  writtenOff: toAmount(books.writtenOffOf(account, invoice)),
  dueDate: invoice.dueDay,
});

export const paymentNow = (account: Account, payment: Item) => ({
  id: payment.id,
  date: payment.day,
  amount: toAmount(payment.cents),
  unallocated: toAmount(books.freeOf(account, payment)),
});

export const noteNow = (account: Account, note: Item) => {
  const vat = books.vatOfNote(account, note);

  return {
    id: note.id,
    userId: account.userId,
    creditNoteNumber: note.number,
    invoiceId: note.invoice?.id,
    invoiceNumber: note.invoice?.number,
    totalAmount: toAmount(note.cents),
    vatAmount: vat === null ? null : toAmount(vat),
  };
};
