import { PRODUCT_NAME } from '#shared/brand.ts';
import type { Ageing, StillPayable } from '#shared/contract/debtors/ledger-statements.ts';
import type { Debt } from '#shared/contract/payments/ledger-payments.ts';
import { formatDayInWords } from '#shared/dates.ts';
import type { BankAccount } from '#shared/invoices/issued-invoice.ts';
import { AGEING_COLUMNS, AGEING_LABELS } from '#shared/invoices/ledger-words.ts';
import { sumStillPayable, wordStillPayable } from '#shared/invoices/still-payable.ts';
import { planToPay } from '#shared/invoices/to-pay.ts';
import { formatAmount, formatRand } from '#shared/money.ts';
import { type MailContent, type MailPart, paragraph } from './mail-parts.ts';
import { renderHowToPay } from './paying-facts.ts';

/** What the mail says about its statement; the lines stay in the portal. */
interface MailedStatement {
  from: string;
  to: string;
  /** Above 0 if the client owes it. */
  opening: number;
  closing: number;
  /** What is owed on the last day, by age. */
  ageing: Ageing;
}

interface Paying {
  /** What is owed when the mail is written. */
  debt: Pick<Debt, 'owed' | 'items'>;
  /** The client's number (D61). */
  reference: string;
  bank: BankAccount;
}

const wordBalance = (balance: number): string =>
  balance < 0 ? `${formatAmount(-balance)} credit` : formatAmount(balance);

const wordAge = (column: keyof Ageing): string =>
  column === 'notDue' ? AGEING_LABELS.notDue : `${AGEING_LABELS[column]} late`;

const renderAgeing = ({ ageing, to }: MailedStatement, now: Date): MailPart[] => {
  const owed = AGEING_COLUMNS.filter((column) => ageing[column] > 0);

  return owed.length === 0
    ? []
    : [
        paragraph(`Owed on ${formatDayInWords(to, now)}:`),
        { facts: owed.map((column) => [wordAge(column), formatAmount(ageing[column])] as const) },
      ];
};

/** What to pay by when, and the sum if there is more than one part. */
const renderToPay = (debt: Paying['debt'], now: Date): MailPart => {
  const { overdueCents, days, laterCents } = planToPay(debt, now);
  const parts = [
    ...(overdueCents > 0 ? [['Now (overdue)', formatRand(overdueCents)] as const] : []),
    ...days.map(([day, cents]) => [`By ${formatDayInWords(day, now)}`, formatRand(cents)] as const),
    ...(laterCents > 0 ? [['Later', formatRand(laterCents)] as const] : []),
  ];

  return {
    facts: parts.length === 1 ? parts : [...parts, ['In total you owe', formatAmount(debt.owed)]],
  };
};

const wordSum = (owed: number, { amount }: StillPayable): string => {
  if (owed > 0) {
    return `you owe ${formatAmount(owed)}`;
  }

  return amount > 0 ? `${formatAmount(amount)} still payable` : 'nothing to pay';
};

/**
 * The mail of a statement. Its balances are those of its period, and what to pay is what is owed when it is written, so
 * that nobody is asked for what was paid since.
 */
export const writeStatementMail = (
  statement: MailedStatement,
  { debt, reference, bank }: Paying,
  { portal, contactEmail, now }: { portal: string; contactEmail: string; now: Date },
): MailContent => {
  const { from, to, opening, closing } = statement;
  const first = formatDayInWords(from, now);
  const last = formatDayInWords(to, now);
  const stillPayable = sumStillPayable(debt.items);

  return {
    subject: `Statement from ${PRODUCT_NAME}, ${wordSum(debt.owed, stillPayable)}`,
    preheader: `Your account from ${first} to ${last}.`,
    title: 'Your statement',
    parts: [
      ...(debt.owed > 0 ? [paragraph('Please pay:'), renderToPay(debt, now)] : []),
      ...(stillPayable.amount > 0 ? [paragraph(`${wordStillPayable(stillPayable)}.`)] : []),
      ...(debt.owed > 0 || stillPayable.amount > 0
        ? renderHowToPay(bank, reference)
        : [paragraph('There is nothing to pay.')]),
      paragraph(`Your account from ${first} to ${last}:`),
      {
        facts: [
          ['Opening balance', wordBalance(opening)],
          ['Closing balance', wordBalance(closing)],
        ],
      },
      ...renderAgeing(statement, now),
      {
        button: {
          label: 'See your statement',
          address: `${portal}/client?section=statement&from=${from}&to=${to}`,
        },
      },
      { note: `Questions about this statement: ${contactEmail}` },
    ],
    footer: `You get this mail because you are a client of ${PRODUCT_NAME}. You can switch these mails off in your profile.`,
  };
};
