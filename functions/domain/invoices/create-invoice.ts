import { auditOf } from '#functions/domain/audit.ts';
import { lockAccount } from '#functions/domain/payments/lock-account.ts';
import { requireUser } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type {
  IssuedWith,
  NewInvoice,
  NewLine,
  UnsettledInvoice,
} from '#functions/ports/database/invoices/invoice-store.ts';
import type { LedgerStore } from '#functions/ports/database/payments/ledger-store.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import type { NoteRequest } from '#functions/ports/request-note.ts';
import type { BillingDetails, Invoice, LineItem } from '#shared/contract/invoices.ts';
import { dayAfter, formatDateShort, yearOf } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { type Seller, type Supplier, supplierOn } from '#shared/invoices/issued-invoice.ts';
import { type BuyerPart, MISSING_OF_BUYER, requiredOfBuyer } from '#shared/invoices/tax-invoice.ts';
import {
  amountFromCents,
  centsFromAmount,
  formatRand,
  lineCents,
  VAT_PERCENT,
  vatPortionCents,
} from '#shared/money.ts';
import { refuseBilledLines, toBilledDays } from './billed-lines.ts';

const buyerIncomplete = (missing: readonly BuyerPart[]) => {
  const refusals = missing.map((part) => MISSING_OF_BUYER[part]);

  return new AppError('unprocessable', refusals.map(({ sentence }) => sentence).join(' '), {
    fields: Object.fromEntries(refusals.map(({ field, sentence }) => [field, sentence])),
  });
};

const toLine = (item: LineItem): NewLine => ({
  description: item.description,
  unitCents: centsFromAmount(item.amount),
  quantity: item.quantity,
  amountCents: lineCents(item),
  bills: toBilledDays(item),
});

/** Returns an invoice of these lines, with what follows from their sum. */
export const makeInvoice = (
  { vatNumber }: Supplier,
  { userId, lines, lane }: Pick<NewInvoice, 'userId' | 'lines' | 'lane'>,
): NewInvoice => {
  const totalCents = lines.reduce((sum, line) => sum + line.amountCents, 0);
  const isTaxInvoice = vatNumber !== null;

  return {
    userId,
    totalCents,
    vatCents: isTaxInvoice ? vatPortionCents(totalCents, VAT_PERCENT) : null,
    lines,
    requires: requiredOfBuyer(isTaxInvoice, totalCents),
    activity: { before: 'Invoice ', after: ` issued for ${formatRand(totalCents)}` },
    lane,
  };
};

const DUE_DAYS_MAX = 90;

/** Refuses a due date before today, and one after 90 days or the terms, whichever is later (D72). */
export const refuseDueDate = (dueDate: string, termsDays: number, now: Date) => {
  const [first, last] = [dayAfter(now, 0), dayAfter(now, Math.max(DUE_DAYS_MAX, termsDays))];
  if (dueDate < first || dueDate > last) {
    const sentence = `Due date must be from ${formatDateShort(first)} to ${formatDateShort(last)}`;
    throw new AppError('invalid_request', sentence, { fields: { dueDate: sentence } });
  }
};

/** A due date other than that of the terms is written without their days. */
export const toTerms = (
  { bank, termsDays }: Seller,
  chosenDate: string | undefined,
  now: Date,
): IssuedWith['terms'] => {
  const usualDate = dayAfter(now, termsDays);
  const dueDate = chosenDate ?? usualDate;

  return {
    layout: 3,
    vatPercent: VAT_PERCENT,
    bank,
    termsDays: dueDate === usualDate ? termsDays : null,
    dueDate,
  };
};

/** Returns the invoice with the amount due that `settle` has left. */
const settled = (
  invoice: UnsettledInvoice,
  totalCents: number,
  allocated: Awaited<ReturnType<LedgerStore['settle']>>,
): Invoice => {
  const paid = allocated.filter(({ invoiceId }) => invoiceId === invoice.id);
  const dueCents = paid.reduce((due, { amountCents }) => due - amountCents, totalCents);

  return {
    ...invoice,
    status: dueCents === 0 ? 'paid' : 'pending',
    amountDue: amountFromCents(dueCents),
    credited: 0,
    writtenOff: 0,
  };
};

interface IssuePorts {
  database: DatabaseOf<'invoices' | 'ledger' | 'billedServices'>;
  supplier: Seller;
  mailSettings: MailSettings;
  note: NoteRequest;
}

/**
 * Issues an invoice with its number, lines, entry, queued PDF job and waiting mail: all of it or nothing. Credit of the
 * account pays it at once.
 */
export const createInvoice = async (
  { database, supplier: seller, mailSettings, note }: IssuePorts,
  admin: SessionUser,
  order: { userId: number; lineItems: readonly LineItem[]; dueDate?: string | undefined },
  now: Date,
): Promise<Invoice> => {
  if (order.dueDate !== undefined) {
    refuseDueDate(order.dueDate, seller.termsDays, now);
  }
  const supplier = supplierOn(seller, dayAfter(now, 0));
  const lines = order.lineItems.map(toLine);
  const repeated = lines.flatMap(({ bills }) => (bills?.isRepeat ? [bills.serviceId] : []));
  const totalCents = lines.reduce((sum, line) => sum + line.amountCents, 0);

  const invoice = await database.transaction(async ({ invoices, ledger, billedServices }) => {
    await lockAccount(ledger, order.userId);
    await refuseBilledLines(billedServices, order.userId, order.lineItems);
    const [answer] = await invoices.issue(
      [makeInvoice(supplier, { userId: order.userId, lines, lane: null })],
      {
        year: yearOf(now),
        supplier,
        terms: toTerms(seller, order.dueDate, now),
        audit: auditOf(admin, 'invoices.create'),
        ordersMail: mailSettings.isOn,
        now,
      },
    );
    const issued = requireUser(answer);
    if (!issued.invoice) {
      throw buyerIncomplete(issued.missing);
    }
    // What a line was to repeat may have been voided since the form asked.
    if (repeated.length > 0) {
      await billedServices.placeRepeats(repeated);
    }
    return settled(issued.invoice, totalCents, await ledger.settle(order.userId, { on: null }));
  });
  note({ invoice: { id: invoice.id, number: invoice.invoiceNumber }, clients: [order.userId] });

  return invoice;
};

/** Returns what an invoice of now would be, and how it is to be paid. */
export const readBillingDetails = (seller: Seller, now: Date): BillingDetails => ({
  isTaxInvoice: supplierOn(seller, dayAfter(now, 0)).vatNumber !== null,
  termsDays: seller.termsDays,
  bank: seller.bank,
});
