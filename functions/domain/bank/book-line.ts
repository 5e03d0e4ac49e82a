import { auditOf } from '#functions/domain/audit.ts';
import { requireBankDate } from '#functions/domain/payments/bank-date.ts';
import { findDayFault, writePayments } from '#functions/domain/payments/record-payment.ts';
import {
  paymentNotFound,
  writeRetainedReturn,
  writeReversal,
} from '#functions/domain/payments/reverse-payment.ts';
import { userNotFound } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type {
  BankLineStore,
  Booking,
  LockedLine,
  PaymentOfLine,
} from '#functions/ports/database/bank/bank-line-store.ts';
import type { Database } from '#functions/ports/database/database.ts';
import type { LedgerStore, LockedAccount } from '#functions/ports/database/payments/ledger-store.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import { BANK_RETURN_REASON } from '#shared/contract/bank/bank-limits.ts';
import type { BankBooking } from '#shared/contract/bank.ts';
import type { RouteId } from '#shared/contract/index.ts';
import { dayAfter, formatDateShort, formatDayInWords } from '#shared/dates.ts';
import { centsFromAmount } from '#shared/money.ts';
import { chooseReturned } from './choose-returned.ts';
import { referenceOf } from './line-reference.ts';
import { refuse, requireSum } from './line-refusals.ts';
import { isOpen, lockLine } from './locked-line.ts';
import { requireJoinable } from './require-joinable.ts';

export type BookPart = NonNullable<BankBooking['parts']>[number];

/** What a booking of a line needs in its transaction. */
interface Work {
  database: Pick<Database, 'bankLines' | 'journal' | 'ledger'>;
  mailSettings: MailSettings;
  admin: SessionUser;
  lineId: number;
  now: Date;
}

const requireDue = ({ date }: LockedLine, now: Date): void => {
  if (date > dayAfter(now, 0)) {
    throw refuse(`Can be booked on ${formatDayInWords(date, now)}.`);
  }
};

const requireMoneyIn = ({ amountCents }: LockedLine): void => {
  if (amountCents < 0) {
    throw refuse('The bank returned this payment. Choose the payment that it took back, or ignore the line.');
  }
};

const requireClients = (parts: readonly BookPart[], accounts: readonly LockedAccount[]): void => {
  for (const [index, { userId }] of parts.entries()) {
    const account = accounts.find((one) => one.userId === userId);
    if (!account) {
      throw userNotFound();
    }
    if (account.role === 'admin') {
      throw refuse('This is an administrator, not a client.', `parts.${index}.userId`);
    }
    if (parts.findIndex((other) => other.userId === userId) < index) {
      throw refuse('This client is named twice.', `parts.${index}.userId`);
    }
  }
};

/** Refuses a day of which a client takes no payment (D62). */
const requireDays = (
  parts: readonly BookPart[],
  accounts: readonly LockedAccount[],
  { date, state }: LockedLine,
  today: string,
): void => {
  for (const [index, { userId }] of parts.entries()) {
    const { openingDate = null } = accounts.find((one) => one.userId === userId) ?? {};
    // Money that nobody could place may be as old as it is.
    const fault = findDayFault(date, { today: state === 'unidentified' ? date : today, openingDate });
    if (fault !== undefined) {
      throw refuse(fault, `parts.${index}.userId`);
    }
  }
};

/** Writes that a line is booked; unidentified money leaves its place on the day of the entries. */
const writeBooked = async (
  bankLines: Pick<BankLineStore, 'decide' | 'addReceipt'>,
  { id, date, state, amountCents }: LockedLine,
  { bookings, feeCents = 0 }: { bookings: readonly Booking[]; feeCents?: number },
  by: { adminId: number; now: Date },
): Promise<void> => {
  if (state === 'unidentified') {
    await bankLines.addReceipt({
      lineId: id,
      kind: 'moved',
      amountCents: -amountCents,
      bankDate: date,
      date,
      entryIds: bookings.map(({ entryId }) => entryId),
      ...by,
    });
  }
  await bankLines.decide({ lineId: id, state: 'booked', feeCents, bookings, ...by });
};

interface LockedBooking {
  line: LockedLine;
  accounts: readonly LockedAccount[];
  parts: readonly BookPart[];
}

/** Books a locked line as payments of locked accounts, which together are the line. */
export const bookParts = async (
  {
    bankLines,
    ledger,
  }: {
    bankLines: Pick<BankLineStore, 'decide' | 'addReceipt'>;
    ledger: Pick<LedgerStore, 'recordPayments' | 'recover' | 'settle'>;
  },
  { line, accounts, parts }: LockedBooking,
  {
    admin,
    action,
    mailSettings,
    now,
  }: { admin: SessionUser; action: RouteId; mailSettings: MailSettings; now: Date },
): Promise<void> => {
  requireMoneyIn(line);
  requireDue(line, now);
  requireClients(parts, accounts);
  const sum = parts.reduce((cents, { amount }) => cents + centsFromAmount(amount), 0);
  requireSum(parts.length === 1 ? 'The part is' : 'The parts come to', sum, line, 'parts');
  requireDays(parts, accounts, line, dayAfter(now, 0));

  const reference = referenceOf(line) || undefined;
  const payments = await writePayments(
    ledger,
    parts.map((part, index) => ({
      ...part,
      date: line.date,
      method: 'eft',
      reference,
      changes: { line: line.id },
      at: `parts.${index}.`,
    })),
    { mailSettings, admin, action, now },
  );
  const bookings = payments.map(({ id }): Booking => ({ entryId: id, kind: 'payment' }));
  await writeBooked(bankLines, line, { bookings }, { adminId: admin.userId, now });
};

const bookPayments = async (
  { database, admin, lineId, now, mailSettings }: Work,
  parts: readonly BookPart[],
): Promise<void> => {
  const { bankLines, ledger } = database;
  const accounts = await ledger.lockAll(parts.map(({ userId }) => userId));
  requireClients(parts, accounts);
  const line = await lockLine(
    bankLines,
    lineId,
    dayAfter(now, 0),
    ({ state }) => isOpen(state) || state === 'unidentified',
  );
  await bookParts(database, { line, accounts, parts }, { admin, action: 'bank.book', mailSettings, now });
};

/** Locks the accounts of payments and then the line, and reads the payments again. */
const lockPayments = async (
  { database: { bankLines, ledger }, lineId, now }: Work,
  paymentIds: readonly number[],
  isAsWanted: (line: LockedLine) => boolean,
): Promise<{ line: LockedLine; payments: PaymentOfLine[] }> => {
  const userIds = (await bankLines.findPayments(paymentIds)).map(({ userId }) => userId);
  const accounts = await ledger.lockAll(userIds);
  const line = await lockLine(bankLines, lineId, dayAfter(now, 0), isAsWanted);
  const found = await bankLines.findPayments(paymentIds);
  const payments = paymentIds.map((id) => {
    const payment = found.find(({ paymentId }) => paymentId === id);
    // A payment of a deleted client is shown to nobody (D11).
    if (!payment || !accounts.some(({ userId }) => userId === payment.userId)) {
      throw paymentNotFound();
    }

    return payment;
  });

  return { line, payments };
};

const auditLine = ({ database, admin, lineId }: Work, changes: Record<string, string | number | null>) =>
  database.journal.record(auditOf(admin, 'bank.book', { record: `bank line ${lineId}`, changes }));

/** Says that payments which are recorded already are the line, and writes no entry. */
const joinPayments = async (
  work: Work,
  { paymentIds, fee = 0 }: { paymentIds: readonly number[]; fee?: number | undefined },
): Promise<void> => {
  const { line, payments } = await lockPayments(
    work,
    paymentIds,
    ({ state }) => isOpen(state) || state === 'unidentified',
  );
  requireMoneyIn(line);
  requireDue(line, work.now);
  const feeCents = centsFromAmount(fee);
  requireJoinable(payments, line, feeCents);

  const bookings = paymentIds.map((entryId) => ({ entryId, kind: 'joined' as const }));
  const { admin, now, database } = work;
  await writeBooked(database.bankLines, line, { bookings, feeCents }, { adminId: admin.userId, now });
  await auditLine(work, { payments: paymentIds.join(' ') });
};

/** Reverses what the bank took back. The line that it came from stays booked. */
const bookReturn = async (
  work: Work,
  paymentId: number,
  reason: string = BANK_RETURN_REASON,
): Promise<void> => {
  const { admin, now, database, lineId } = work;
  const { bankLines, ledger } = database;
  const userIds = (await bankLines.findTogether(paymentId)).map(({ userId }) => userId);
  const accounts = await ledger.lockAll(userIds);
  const isLiving = (userId: number) => accounts.some((account) => account.userId === userId);
  const closed = userIds.filter((userId) => !isLiving(userId));
  if (closed.length > 0) {
    await ledger.lockClosed(closed);
  }
  const line = await lockLine(bankLines, lineId, dayAfter(now, 0), ({ state }) => isOpen(state));
  requireDue(line, now);
  const together = await bankLines.findTogether(paymentId);
  const reversals: Booking[] = [];
  for (const payment of chooseReturned(together, paymentId, line)) {
    const { userId } = payment;
    const write = isLiving(userId) ? writeReversal : closed.includes(userId) && writeRetainedReturn;
    if (!write) {
      throw paymentNotFound();
    }
    const entryId = await write(
      ledger,
      { ...payment, reason, bankDate: line.date, isOfLine: true },
      { audit: auditOf(admin, 'bank.book'), now },
    );
    if (entryId === undefined) {
      throw new Error(`Payment ${payment.paymentId} was not reversed`);
    }
    reversals.push({ entryId, kind: 'reversal' });
  }
  await writeBooked(bankLines, line, { bookings: reversals }, { adminId: admin.userId, now });
};

/** Puts a line among the receipts that nobody can place yet. */
const bookUnidentified = async (work: Work): Promise<void> => {
  const { database, admin, lineId, now } = work;
  const { bankLines } = database;
  const line = await lockLine(bankLines, lineId, dayAfter(now, 0), ({ state }) => isOpen(state));
  requireMoneyIn(line);
  requireDue(line, now);
  const { date, amountCents } = line;
  const by = { adminId: admin.userId, now };
  await bankLines.addReceipt({ lineId, kind: 'in', amountCents, bankDate: date, date, ...by });
  await bankLines.decide({ lineId, state: 'unidentified', ...by });
  await auditLine(work, { unidentified: amountCents / 100 });
};

/** Says that unidentified money went back to who sent it. */
const bookSentBack = async (
  work: Work,
  { bankDate, reason }: NonNullable<BankBooking['sentBack']>,
): Promise<void> => {
  const { database, admin, lineId, now } = work;
  const { bankLines } = database;
  const today = dayAfter(now, 0);
  const sentOn = requireBankDate(bankDate, today, 'sentBack.bankDate');
  const line = await lockLine(bankLines, lineId, today, ({ state }) => state === 'unidentified');
  if (sentOn < line.date) {
    throw refuse(
      `The money came on ${formatDateShort(line.date)}, so it was not sent back before.`,
      'sentBack.bankDate',
    );
  }
  const by = { adminId: admin.userId, now };
  await bankLines.addReceipt({
    lineId,
    kind: 'sent-back',
    amountCents: -line.amountCents,
    bankDate: sentOn,
    date: today,
    reason,
    ...by,
  });
  await bankLines.decide({ lineId, state: 'booked', ...by });
  await auditLine(work, { sentBack: line.amountCents / 100 });
};

/** Says what a line of the bank is (D63). */
export const bookLine = (work: Work, order: BankBooking): Promise<void> => {
  const { parts, paymentIds, fee, reverses, reason, sentBack } = order;
  if (fee !== undefined && !paymentIds) {
    throw refuse('A fee belongs to payments that are recorded already.', 'fee');
  }
  if (reason !== undefined && reverses === undefined) {
    throw refuse('A reason belongs to a payment that the bank returned.', 'reason');
  }
  if (parts) {
    return bookPayments(work, parts);
  }
  if (paymentIds) {
    return joinPayments(work, { paymentIds, fee });
  }
  if (reverses !== undefined) {
    return bookReturn(work, reverses, reason);
  }

  return sentBack ? bookSentBack(work, sentBack) : bookUnidentified(work);
};
