import type { BankLineStore, LockedLine } from '#functions/ports/database/bank/bank-line-store.ts';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import { BANK_OPEN_STATES } from '#shared/contract/bank/line-states.ts';
import { AppError } from '#shared/errors.ts';
import { bankLineNotFound } from './read-bank-lines.ts';

const OPEN_STATES: readonly string[] = BANK_OPEN_STATES;

export const isOpen = (state: BankLine['state']): boolean => OPEN_STATES.includes(state);

const STATE_WORDS: Record<string, string> = {
  booked: 'booked already',
  ignored: 'ignored already',
  unidentified: 'among the unidentified receipts',
};

export const readLine = async (
  bankLines: Pick<BankLineStore, 'find'>,
  lineId: number,
  today: string,
): Promise<BankLine> => {
  const line = await bankLines.find(lineId, today);
  if (!line) {
    throw bankLineNotFound();
  }

  return line;
};

/** Returns the refusal of a line with which somebody else did something first, with the line as it is. */
export const refuseHandled = async (
  bankLines: Pick<BankLineStore, 'find'>,
  lineId: number,
  today: string,
): Promise<AppError> => {
  const current = await readLine(bankLines, lineId, today);
  const by = current.bookedBy === null ? '' : `, by ${current.bookedBy}`;

  return new AppError('conflict', `This line is ${STATE_WORDS[current.state] ?? 'open'}${by}.`, { current });
};

/** Locks a line whose accounts are locked, and refuses it if it is not as the caller wants it. */
export const lockLine = async (
  bankLines: Pick<BankLineStore, 'find' | 'lock'>,
  lineId: number,
  today: string,
  isAsWanted: (line: LockedLine) => boolean,
): Promise<LockedLine> => {
  const line = await bankLines.lock(lineId);
  if (!line) {
    throw bankLineNotFound();
  }
  if (!isAsWanted(line)) {
    throw await refuseHandled(bankLines, lineId, today);
  }

  return line;
};
