import { auditOf } from '#functions/domain/audit.ts';
import { invoiceNotFound } from '#functions/domain/invoices/read-invoices.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type {
  CreditableInvoice,
  CreditableLine,
  CreditNoteStore,
} from '#functions/ports/database/credit-notes/credit-note-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { LedgerStore } from '#functions/ports/database/payments/ledger-store.ts';
import type { BilledServiceStore } from '#functions/ports/database/services/billed-service-store.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import type {
  CreditedLine,
  CreditNote,
  CreditNoteOrder,
  MissingCreditNoteOrder,
} from '#shared/contract/credit-notes.ts';
import { dayAfter, formatDateShort, yearOf } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { CreditedLineOfNote } from '#shared/invoices/issued-credit-note.ts';
import type { Provider } from '#shared/invoices/issued-invoice.ts';
import { centsFromAmount, formatRand } from '#shared/money.ts';

interface NotePorts {
  database: DatabaseOf<'creditNotes' | 'ledger' | 'billedServices'>;
  provider: Provider;
  mailSettings: MailSettings;
}

/** The order of a note, and how it stands in the books. */
type Issue = Pick<CreditNoteOrder, 'reason' | 'explanation'> & {
  invoiceId: number;
  totalCents: number;
  hasEntry: boolean;
  lines: CreditedLineOfNote[] | null;
  action: 'credit-notes.create' | 'credit-notes.missing';
};

const refusedAt = (field: string, sentence: string) =>
  new AppError('unprocessable', sentence, { fields: { [field]: sentence } });

const refuseInvoice = ({ isVoid, creditedCents, writtenOffCents }: CreditableInvoice) => {
  if (isVoid) {
    throw new AppError(
      'conflict',
      creditedCents > 0 ? 'This invoice is credited in full.' : 'This invoice is void.',
    );
  }
  if (writtenOffCents > 0) {
    throw new AppError('conflict', 'A part of this invoice is written off. Undo the write-off first.');
  }
};

/** The days that a line no longer bills must reach an end of those that it bills. */
const refuseDays = ({ from, to }: { from: string; to: string }, { bills }: CreditableLine, field: string) => {
  if (!bills) {
    throw refusedAt(`${field}.from`, 'This line bills no days any more.');
  }
  const billed = `This line bills ${formatDateShort(bills.from)} to ${formatDateShort(bills.to)}`;
  if (from < bills.from || to > bills.to) {
    throw refusedAt(`${field}.${from < bills.from ? 'from' : 'to'}`, `${billed}.`);
  }
  if (from !== bills.from && to !== bills.to) {
    throw refusedAt(`${field}.to`, `${billed}; the credited days must reach its first or last day.`);
  }
};

const toCreditedLine =
  (lines: readonly CreditableLine[]) =>
  ({ lineId, amount, from, to }: CreditedLine, index: number): CreditedLineOfNote => {
    const line = lines.find(({ id }) => id === lineId);
    if (!line) {
      throw refusedAt(`lines.${index}.lineId`, 'This line is not on the invoice.');
    }
    const amountCents = centsFromAmount(amount);
    const restCents = line.amountCents - line.creditedCents;
    if (amountCents > restCents) {
      throw refusedAt(
        `lines.${index}.amount`,
        `At most ${formatRand(restCents)} of this line can be credited.`,
      );
    }
    if (from !== undefined && to !== undefined) {
      refuseDays({ from, to }, line, `lines.${index}`);
    }

    return { lineId, description: line.description, amountCents, from: from ?? null, to: to ?? null };
  };

/** Computes what a note takes off its invoice; refuses more than what is left of it. */
const weigh = ({ amount, lines }: CreditNoteOrder, invoice: CreditableInvoice) => {
  const credited = lines?.map(toCreditedLine(invoice.lines)) ?? null;
  const totalCents = credited
    ? credited.reduce((sum, { amountCents }) => sum + amountCents, 0)
    : centsFromAmount(amount ?? 0);
  const restCents = invoice.totalCents - invoice.creditedCents;
  if (totalCents > restCents) {
    throw refusedAt(
      credited ? 'lines' : 'amount',
      `At most ${formatRand(restCents)} of this invoice can be credited.`,
    );
  }

  return { totalCents, lines: credited };
};

const issueFor = (
  creditNotes: CreditNoteStore,
  { provider, mailSettings }: Pick<NotePorts, 'provider' | 'mailSettings'>,
  admin: SessionUser,
  { action, ...order }: Issue,
  invoice: CreditableInvoice,
  now: Date,
) =>
  creditNotes.issue({
    ...order,
    userId: invoice.userId,
    year: yearOf(now),
    date: dayAfter(now, 0),
    provider,
    terms: {
      layout: 1,
      vatPercent: invoice.vatPercent,
      invoiceNumber: invoice.invoiceNumber,
      invoicedAt: invoice.createdAt,
      invoiceCents: invoice.totalCents,
    },
    audit: auditOf(admin, action),
    activity: {
      before: 'Credit note ',
      after: ` of ${formatRand(order.totalCents)} issued for invoice ${invoice.invoiceNumber}`,
    },
    ordersMail: mailSettings.isOn,
    now,
  });

/** Locks the account of an invoice, then the invoice, and reads it (D62). */
const lockInvoice = async (
  {
    ledger,
    creditNotes,
  }: { ledger: Pick<LedgerStore, 'lockAccountOfInvoice'>; creditNotes: CreditNoteStore },
  invoiceId: number,
): Promise<CreditableInvoice> => {
  const userId = await ledger.lockAccountOfInvoice(invoiceId);
  // The client may be deleted while the transaction waits for the lock; then the invoice is gone, too.
  const invoice = userId === undefined ? undefined : await creditNotes.lockInvoice(invoiceId);
  if (!invoice) {
    throw invoiceNotFound();
  }

  return invoice;
};

/** Ends or shortens what the invoice billed, and lets repeats take the free places (D72). */
const creditDays = async (
  billedServices: Pick<BilledServiceStore, 'end' | 'shorten' | 'placeRepeats'>,
  { invoiceId, isFull, lines }: { invoiceId: number; isFull: boolean; lines: CreditedLineOfNote[] | null },
  invoice: CreditableInvoice,
  now: Date,
) => {
  const days = (lines ?? []).flatMap(({ lineId, from, to }) => {
    const bills = invoice.lines.find(({ id }) => id === lineId)?.bills;

    return bills && from !== null && to !== null ? [{ rowId: bills.rowId, from, to }] : [];
  });
  const freed = isFull
    ? await billedServices.end(invoiceId, now)
    : days.length > 0
      ? await billedServices.shorten(days, now)
      : [];
  if (freed.length > 0) {
    await billedServices.placeRepeats(freed);
  }
};

/**
 * Issues a credit note over an amount or lines of an invoice. It lies wholly on that invoice: what other credits had paid
 * of it beyond the rest becomes credit again, which pays what else is owed (D65).
 */
export const issueCreditNote = (
  { database, ...ports }: NotePorts,
  admin: SessionUser,
  { invoiceId, ...order }: { invoiceId: number } & CreditNoteOrder,
  now: Date,
): Promise<CreditNote> =>
  database.transaction(async ({ creditNotes, ledger, billedServices }) => {
    const today = dayAfter(now, 0);
    const invoice = await lockInvoice({ ledger, creditNotes }, invoiceId);
    refuseInvoice(invoice);
    const { totalCents, lines } = weigh(order, invoice);
    const { reason, explanation } = order;
    const { creditNote, entryId } = await issueFor(
      creditNotes,
      ports,
      admin,
      { invoiceId, reason, explanation, totalCents, lines, hasEntry: true, action: 'credit-notes.create' },
      invoice,
      now,
    );
    const lackingCents = totalCents - invoice.dueCents;
    if (lackingCents > 0) {
      await ledger.freeInvoice(invoiceId, lackingCents, today);
    }
    if (entryId !== null) {
      const named = { creditId: entryId, invoices: [{ invoiceId, amountCents: totalCents }] };
      await ledger.settle(invoice.userId, { on: today, named });
    }
    const isFull = invoice.creditedCents + totalCents === invoice.totalCents;
    await creditDays(billedServices, { invoiceId, isFull, lines }, invoice, now);

    return creditNote;
  });

const refuseMissing = ({ isVoid, isTaxInvoice, creditedCents, hasMissingNote }: CreditableInvoice) => {
  if (!isVoid || !isTaxInvoice || creditedCents > 0) {
    throw new AppError('conflict', 'Only a tax invoice that was voided can lack its credit note.');
  }
  if (hasMissingNote) {
    throw new AppError('conflict', 'The credit note of this invoice is issued already.');
  }
};

/** Issues the note that a voided tax invoice lacks: a document of today without an entry, once (D66). */
export const issueMissingCreditNote = (
  {
    database,
    ...ports
  }: Pick<NotePorts, 'provider' | 'mailSettings'> & {
    database: DatabaseOf<'creditNotes' | 'ledger'>;
  },
  admin: SessionUser,
  { invoiceId, ...order }: { invoiceId: number } & MissingCreditNoteOrder,
  now: Date,
): Promise<CreditNote> =>
  database.transaction(async ({ creditNotes, ledger }) => {
    const invoice = await lockInvoice({ ledger, creditNotes }, invoiceId);
    refuseMissing(invoice);
    const { totalCents } = invoice;
    const { creditNote } = await issueFor(
      creditNotes,
      ports,
      admin,
      { invoiceId, ...order, totalCents, lines: null, hasEntry: false, action: 'credit-notes.missing' },
      invoice,
      now,
    );

    return creditNote;
  });
