import { auditOf } from '#functions/domain/audit.ts';
import { writeReversal } from '#functions/domain/payments/reverse-payment.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { BookedEntry, LockedLine } from '#functions/ports/database/bank/bank-line-store.ts';
import type { Database } from '#functions/ports/database/database.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import { REASON_REQUIRED } from '#shared/contract/money-limits.ts';
import { dayAfter } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { noteCameAndWent } from './came-and-went.ts';
import { isOpen, lockLine, refuseHandled } from './locked-line.ts';
import { matchLines } from './match-lines.ts';

interface Work {
  database: Pick<Database, 'bankLines' | 'bankMatches' | 'journal' | 'ledger'>;
  mailSettings: MailSettings;
  admin: SessionUser;
  lineId: number;
  reason: string | undefined;
  now: Date;
}

/** Locks the accounts of a line's payments and then the line, and refuses if somebody changed it meanwhile. */
const lockBooked = async ({
  database: { bankLines, ledger },
  lineId,
  now,
}: Work): Promise<{ line: LockedLine; booked: BookedEntry[] }> => {
  const today = dayAfter(now, 0);
  const before = await bankLines.findBooked(lineId);
  const userIds = before.map(({ userId }) => userId);
  const accounts = await ledger.lockAll(userIds);
  const line = await lockLine(bankLines, lineId, today, ({ state }) => !isOpen(state));
  const booked = await bankLines.findBooked(lineId);
  const isSame = booked.map(({ entryId }) => entryId).join() === before.map(({ entryId }) => entryId).join();
  if (!isSame) {
    throw await refuseHandled(bankLines, lineId, today);
  }
  if (booked.some(({ userId }) => !accounts.some((account) => account.userId === userId))) {
    throw new AppError('conflict', 'A client of this line was deleted, so it stays as it is.');
  }

  return { line, booked };
};

/** Reverses the payments that the line recorded, on the day at the bank on which they were recorded. */
const reverseBooked = async (
  { database, mailSettings, admin, reason, now }: Work,
  booked: readonly BookedEntry[],
): Promise<void> => {
  const recorded = booked.filter(({ kind }) => kind === 'payment');
  if (recorded.length === 0) {
    return;
  }
  if (reason === undefined) {
    throw new AppError('unprocessable', REASON_REQUIRED, { fields: { reason: REASON_REQUIRED } });
  }
  for (const { userId, paymentId, amountCents, bankDate } of recorded) {
    const reversal = { userId, paymentId, amountCents, reason, bankDate, isOfLine: true };
    const audit = auditOf(admin, 'bank.reopen');
    if ((await writeReversal(database.ledger, reversal, { audit, now })) === undefined) {
      throw new Error(`Payment ${paymentId} was not reversed`);
    }
  }
  if (mailSettings.isOn) {
    await database.bankLines.takeThanksBack(
      recorded.map(({ paymentId }) => paymentId),
      now,
    );
  }
};

/** Takes unidentified money back to its line. Money that was sent back did not go. */
const takeReceiptBack = async (
  { database: { bankLines }, admin, reason = undefined, now }: Work,
  { id, date, state, amountCents }: LockedLine,
  booked: readonly BookedEntry[],
): Promise<void> => {
  const wasSentBack = state === 'booked' && booked.length === 0;
  const row = {
    lineId: id,
    bankDate: date,
    date: dayAfter(now, 0),
    reason: reason ?? null,
    adminId: admin.userId,
    now,
  };
  if (wasSentBack) {
    await bankLines.addReceipt({ ...row, kind: 'sent-back', amountCents });
  }
  if (wasSentBack || state === 'unidentified') {
    await bankLines.addReceipt({ ...row, kind: 'moved', amountCents: -amountCents });
  }
};

/** Finds the clients of a line again and opens it. */
const open = async ({ database, now }: Work, line: LockedLine): Promise<void> => {
  const lines = [line, ...(await database.bankLines.listReturns(line.id))];
  const matches = await matchLines(database, lines, dayAfter(now, 0));
  const matched = lines.flatMap((each, place) => {
    const match = matches[place];

    return match ? [{ ...each, match }] : [];
  });
  const [opened] = noteCameAndWent(matched);
  if (!opened) {
    throw new Error(`Line ${line.id} has no match`);
  }
  await database.bankLines.open({ ...opened.match, lineId: line.id });
};

/** Undoes what was done with a line: its payments are reversed, and it is open again (D63). */
export const reopenLine = async (work: Work): Promise<void> => {
  const { database, admin, lineId, now } = work;
  const { line, booked } = await lockBooked(work);
  if (booked.some(({ kind }) => kind === 'reversal')) {
    throw new AppError(
      'conflict',
      'A reversal cannot be undone. If the payment was not returned, record it again.',
    );
  }
  if (booked.some(({ isReversed }) => isReversed)) {
    throw new AppError(
      'conflict',
      'The bank took a payment of this line back, so the line cannot be opened again.',
    );
  }

  await reverseBooked(work, booked);
  await takeReceiptBack(work, line, booked);
  await database.bankLines.endBookings(lineId, now);
  await open(work, line);
  if (!booked.some(({ kind }) => kind === 'payment')) {
    await database.journal.record(auditOf(admin, 'bank.reopen', { record: `bank line ${lineId}` }));
  }
};
