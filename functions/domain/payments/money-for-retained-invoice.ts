import { auditOf } from '#functions/domain/audit.ts';
import { readReferences } from '#functions/domain/bank/read-references.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type {
  LedgerStore,
  RetainedRecovery as Recovery,
} from '#functions/ports/database/payments/ledger-store.ts';
import type {
  RetainedRecovery,
  RetainedRecoveryOrder,
} from '#shared/contract/payments/retained-recoveries.ts';
import { dayAfter } from '#shared/dates.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { FUTURE_DATE } from '#shared/invoices/ledger-words.ts';
import { amountFromCents, centsFromAmount, formatRand } from '#shared/money.ts';
import { findDayFault } from './record-payment.ts';

export type RetainedLedger = Pick<
  LedgerStore,
  'lockRetainedInvoice' | 'findClientOfInvoice' | 'recoverRetained'
>;

const refuse = (code: ErrorCode, field: string, sentence: string) =>
  new AppError(code, sentence, { fields: { [field]: sentence } });

/** Says why a number is no invoice of a deleted client, and where its money is recorded if a client has it. */
const refuseNumber = async (
  ledger: Pick<LedgerStore, 'findClientOfInvoice'>,
  invoiceNumber: string,
  field: string,
): Promise<AppError> => {
  const owNumber = await ledger.findClientOfInvoice(invoiceNumber);

  return refuse(
    'not_found',
    field,
    owNumber === undefined
      ? `No deleted client had the invoice ${invoiceNumber}.`
      : `${invoiceNumber} is an invoice of ${owNumber}. Record the payment in that client's account.`,
  );
};

const writeInvoiceNumber = (typed: string): string =>
  readReferences({ description: typed, reference: null }).invoices[0]?.number ?? typed;

/**
 * Records money for a written-off invoice of a deleted client, which is found by its number alone (D11): a payment of the
 * closed account, the recovery of the debt with its VAT, and the allocation that joins both. It is at most what is
 * written off, so that the closed account owes nothing and has no credit.
 */
export const writeRetainedRecovery = async (
  ledger: RetainedLedger,
  typed: string,
  money: Omit<Recovery, 'invoiceId'>,
  fields: { number: string; date: string; amount: string },
): Promise<{ invoiceNumber: string; paymentId: number; stillWrittenOffCents: number }> => {
  const invoiceNumber = writeInvoiceNumber(typed);
  const locked = await ledger.lockRetainedInvoice(invoiceNumber);
  if (!locked) {
    throw await refuseNumber(ledger, invoiceNumber, fields.number);
  }
  const { invoiceId, openingDate } = locked;
  const fault = findDayFault(money.date, { today: dayAfter(money.now, 0), openingDate });
  if (fault !== undefined) {
    throw refuse('unprocessable', fields.date, fault);
  }

  const recovered = await ledger.recoverRetained({ ...money, invoiceId });
  if (!('paymentId' in recovered)) {
    const { writtenOffCents } = recovered;
    const most = writtenOffCents === 0 ? 'Nothing' : `Only ${formatRand(writtenOffCents)}`;
    throw refuse('unprocessable', fields.amount, `${most} of ${invoiceNumber} is written off.`);
  }

  return { invoiceNumber, ...recovered };
};

/** Records money for an invoice of a deleted client that an administrator typed. */
export const recoverRetained = (
  database: DatabaseOf<'ledger'>,
  admin: SessionUser,
  { invoiceNumber: typed, date, amount, method, reference = null }: RetainedRecoveryOrder,
  now: Date,
): Promise<RetainedRecovery> => {
  if (date > dayAfter(now, 0)) {
    throw refuse('unprocessable', 'date', FUTURE_DATE);
  }
  const money = { date, amountCents: centsFromAmount(amount), method, reference };
  const audit = auditOf(admin, 'payments.recover-retained');

  return database.transaction(async ({ ledger }) => {
    const { invoiceNumber, stillWrittenOffCents } = await writeRetainedRecovery(
      ledger,
      typed,
      { ...money, audit, now },
      { number: 'invoiceNumber', date: 'date', amount: 'amount' },
    );

    return { invoiceNumber, amount, stillWrittenOff: amountFromCents(stillWrittenOffCents) };
  });
};
