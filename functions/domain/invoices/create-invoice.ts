import { auditOf } from '#functions/domain/audit.ts';
import { lockAccount } from '#functions/domain/ledger/lock-account.ts';
import { requireUser } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { NewInvoice, UnsettledInvoice } from '#functions/ports/database/invoices/invoice-store.ts';
import type { LedgerStore } from '#functions/ports/database/ledger/ledger-store.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import type { NoteRequest } from '#functions/ports/request-note.ts';
import type { BillingDetails, Invoice, LineItem } from '#shared/contract/invoices.ts';
import { dayAfter, yearOf } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { InvoiceLine, Seller } from '#shared/issued-invoice.ts';
import { amountFromCents, centsFromAmount, formatRand, lineCents, VAT_PERCENT } from '#shared/money.ts';
import { type BuyerPart, MISSING_OF_BUYER, requiredOfBuyer } from '#shared/tax-invoice.ts';

const buyerIncomplete = (missing: readonly BuyerPart[]) => {
  const refusals = missing.map((part) => MISSING_OF_BUYER[part]);

  return new AppError('unprocessable', refusals.map(({ sentence }) => sentence).join(' '), {
    fields: Object.fromEntries(refusals.map(({ field, sentence }) => [field, sentence])),
  });
};

const toLine = (item: LineItem): InvoiceLine => ({
  description: item.description,
  unitCents: centsFromAmount(item.amount),
  quantity: item.quantity,
  amountCents: lineCents(item),
});

const toTerms = ({ bank, termsDays }: Seller, now: Date): NewInvoice['terms'] => ({
  layout: 3,
  vatPercent: VAT_PERCENT,
  bank,
  termsDays,
  dueDate: dayAfter(now, termsDays),
});

/** Returns the invoice with the amount due that `settle` has left. */
const settled = (
  invoice: UnsettledInvoice,
  totalCents: number,
  allocated: Awaited<ReturnType<LedgerStore['settle']>>,
): Invoice => {
  const paid = allocated.filter(({ invoiceId }) => invoiceId === invoice.id);
  const dueCents = paid.reduce((due, { amountCents }) => due - amountCents, totalCents);

  return { ...invoice, status: dueCents === 0 ? 'paid' : 'pending', amountDue: amountFromCents(dueCents) };
};

interface IssuePorts {
  database: DatabaseOf<'invoices' | 'ledger'>;
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
  order: { userId: number; lineItems: readonly LineItem[] },
  now: Date,
): Promise<Invoice> => {
  const lines = order.lineItems.map(toLine);
  const totalCents = lines.reduce((sum, line) => sum + line.amountCents, 0);

  const invoice = await database.transaction(async ({ invoices, ledger }) => {
    await lockAccount(ledger, order.userId);
    const issued = requireUser(
      await invoices.issue({
        userId: order.userId,
        year: yearOf(now),
        totalCents,
        supplier: seller.supplier,
        terms: toTerms(seller, now),
        lines,
        requires: requiredOfBuyer(seller.supplier.vatNumber !== null, totalCents),
        audit: auditOf(admin, 'invoices.create'),
        ordersMail: mailSettings.isOn,
        activity: { before: 'Invoice ', after: ` issued for ${formatRand(totalCents)}` },
        now,
      }),
    );
    if (!issued.invoice) {
      throw buyerIncomplete(issued.missing);
    }
    return settled(issued.invoice, totalCents, await ledger.settle(order.userId, { on: null }));
  });
  note({ invoice: { id: invoice.id, number: invoice.invoiceNumber } });

  return invoice;
};

/** Returns how new invoices are to be paid. */
export const readBillingDetails = ({ supplier, bank, termsDays }: Seller): BillingDetails => ({
  isTaxInvoice: supplier.vatNumber !== null,
  termsDays,
  bank,
});
