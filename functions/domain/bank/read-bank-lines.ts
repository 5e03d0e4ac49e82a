import { auditOfPage, auditOfRead } from '#functions/domain/audit.ts';
import { userNotFound } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { BankFileStore, LineChoice } from '#functions/ports/database/bank/bank-file-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import { BANK_LINES_SHOWN } from '#shared/contract/bank/bank-limits.ts';
import type { BankForecast, BankLines, Unidentified } from '#shared/contract/bank/bank-lines.ts';
import { OPEN_ITEMS_MAX } from '#shared/contract/limits.ts';
import { dayAfter } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { planPayment } from '#shared/invoices/plan-payment.ts';
import { amountFromCents, centsFromAmount } from '#shared/money.ts';
import { chooseReturned } from './choose-returned.ts';
import { bankFileNotFound } from './read-bank-files.ts';
import { nameQuoted } from './recover-quoted.ts';

export const bankLineNotFound = () => new AppError('not_found', 'This line was not found.');

const placeOf = (page: number) => ({ offset: (page - 1) * BANK_LINES_SHOWN, limit: BANK_LINES_SHOWN });

/** Lists a page of a file's lines by day. */
export const listBankLines = async (
  bankFiles: Pick<BankFileStore, 'listLines'>,
  admin: SessionUser,
  { fileId, page, ...choice }: LineChoice & { fileId: number; page: number },
  now: Date,
): Promise<BankLines> => {
  const audit = auditOfPage(admin, 'bank.lines', now);
  const found = await bankFiles.listLines(fileId, choice, placeOf(page), dayAfter(now, 0), audit);
  if (!found) {
    throw bankFileNotFound();
  }

  return { ...found, page };
};

/** Lists a page of the lines whose money is nobody's yet, the oldest first. */
export const listUnidentified = async (
  bankFiles: Pick<BankFileStore, 'listUnidentified'>,
  admin: SessionUser,
  page: number,
  now: Date,
): Promise<Unidentified> => {
  const audit = auditOfPage(admin, 'bank.unidentified', now);
  const { sumCents, ...found } = await bankFiles.listUnidentified(placeOf(page), dayAfter(now, 0), audit);

  return { ...found, page, sum: amountFromCents(sumCents) };
};

/** A deleted client owes nothing: what a returned payment leaves open is written off at once. */
const CLOSED_ACCOUNT = { balanceCents: 0, items: [] };

/**
 * Says what a line would pay if it were booked for a client now, with what it recovers of the invoices that it quotes. A
 * returned payment would be owed again; only with one is the account of a deleted client found.
 */
export const forecastBankLine = async (
  { bankFiles, bankLines }: Omit<DatabaseOf<'bankFiles' | 'bankLines'>, 'transaction'>,
  admin: SessionUser,
  { lineId, userId, paymentId }: { lineId: number; userId: number; paymentId?: number | undefined },
): Promise<BankForecast> => {
  const debt = await bankFiles.readDebt(lineId, userId, OPEN_ITEMS_MAX, auditOfRead(admin, 'bank.forecast'));
  if (!debt) {
    throw bankLineNotFound();
  }
  const { lineCents, isClosed } = debt;
  const client = debt.client ?? (isClosed && paymentId !== undefined ? CLOSED_ACCOUNT : undefined);
  if (!client) {
    throw userNotFound();
  }
  const { balanceCents, items } = client;
  const reverses =
    paymentId === undefined
      ? []
      : chooseReturned(await bankLines.findTogether(paymentId), paymentId, { amountCents: lineCents });

  const { parts, recoveredCents } = planPayment(
    items,
    lineCents,
    nameQuoted({ ...debt, cents: lineCents }, items),
  );
  const owedCents = Math.max(0, -balanceCents);
  const changeCents = isClosed ? 0 : lineCents - recoveredCents;

  return {
    userId,
    allocations: parts.map(({ item, cents }) => ({
      kind: item.kind,
      invoiceId: item.invoiceId,
      invoiceNumber: item.number,
      amount: amountFromCents(cents),
      recovered: amountFromCents(Math.max(0, cents - centsFromAmount(item.amountDue))),
    })),
    unallocated: amountFromCents(Math.max(0, changeCents - owedCents)),
    due: amountFromCents(owedCents),
    dueAfter: amountFromCents(Math.max(0, -balanceCents - changeCents)),
    reverses: reverses.map(({ amountCents, paymentId: id, userId: owner, OWNumber, name, company }) => ({
      paymentId: id,
      userId: owner,
      OWNumber,
      name,
      company,
      amount: amountFromCents(amountCents),
    })),
  };
};
