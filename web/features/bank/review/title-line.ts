import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import { formatDay } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';

/** The day and the bank's words of a line: '20 Nov, CASH DEPOSIT'. */
export const wordLine = ({ date, description }: Pick<BankLine, 'date' | 'description'>, now: Date): string =>
  `${formatDay(date, now)}, ${description}`;

/** 'R 500,00, 20 Nov, CASH DEPOSIT' */
export const titleLine = (line: Pick<BankLine, 'date' | 'description' | 'amount'>, now: Date): string =>
  `${formatAmount(line.amount)}, ${wordLine(line, now)}`;
