import { dayAfter } from '#shared/dates.ts';
import { centsFromDecimal, lineCents } from '#shared/money.ts';
import { CLIENT_EMAIL } from './demo-accounts.ts';
import { type BankTransaction, makeBankFile } from './make-bank-file.ts';
import type { SeedData } from './seed.ts';

/** What an administrator has done with a line: booked it for a client, or left it with nobody. */
export type SeedDeed = { kind: 'book'; owNumber: string } | { kind: 'unidentified' } | { kind: 'ignore' };

export interface SeedBankFile {
  fileName: string;
  text: string;
  /** The first day that is booked; the files in docs/examples are of this month. */
  bookFrom: string;
  /** What was done with a line, by its amount, which no other line has. */
  deeds: Map<number, SeedDeed>;
}

/** Browser tests take clients with higher numbers for themselves. */
const LAST_SHARED = 'OW10019';
/** So that the file ends with the balance with which the example of the same account begins. */
const CLOSING_CENTS = 184_233_15;

/** Returns what a client owes after everything that happened. */
const dueCents = ({ users, money }: SeedData, owNumber: string): number => {
  const opening = users.find(({ OWNumber }) => OWNumber === owNumber)?.User_Debit ?? '0.00';
  const events = money.filter((event) => event.owNumber === owNumber);
  let due = -centsFromDecimal(opening);
  let paid = 0;
  for (const event of events) {
    switch (event.kind) {
      case 'invoice':
        due += event.lines.reduce((sum, line) => sum + lineCents(line), 0);
        break;
      case 'payment':
        paid = event.cents;
        due -= paid;
        break;
      case 'reversal':
        due += paid;
        break;
      case 'refund':
        due += event.cents;
        break;
      default:
        due -= event.cents;
    }
  }

  return due;
};

const newestInvoiceCents = ({ money }: SeedData, owNumber: string): number =>
  money
    .flatMap((event) => (event.owNumber === owNumber && event.kind === 'invoice' ? [event.lines] : []))
    .at(-1)
    ?.reduce((sum, line) => sum + lineCents(line), 0) ?? 0;

/** Finds the clients whom the file is about; the demo client is left as the screens show it. */
const chooseClients = (seed: SeedData) => {
  const clients = seed.users.filter(
    ({ OWNumber, User_Email, User_Status, user_role }) =>
      user_role === 'client' && User_Status === 1 && User_Email !== CLIENT_EMAIL && OWNumber <= LAST_SHARED,
  );
  const withMoney = new Set(seed.money.map(({ owNumber }) => owNumber));
  const returned = seed.money.findLast(
    ({ owNumber, ...event }) =>
      event.kind === 'payment' && event.method === 'debit-order' && dueCents(seed, owNumber) === 0,
  );

  return {
    debtors: clients
      .map((client) => ({ ...client, due: dueCents(seed, client.OWNumber) }))
      .filter(({ due }) => due > 0)
      .toSorted((one, other) => one.due - other.due),
    others: clients.filter(({ OWNumber }) => !withMoney.has(OWNumber)),
    returned: returned?.kind === 'payment' ? returned : undefined,
  };
};

/** Returns the Monday, Tuesday and Wednesday of last week. */
const chooseDays = (now: Date): [string, string, string] => {
  const sinceMonday = (new Date(dayAfter(now, 0)).getUTCDay() + 6) % 7;
  const day = (place: number) => dayAfter(now, place - sinceMonday - 7);

  return [day(0), day(1), day(2)];
};

const signOf = ({ User_Name, User_Surname }: { User_Name: string; User_Surname: string }): string =>
  `${User_Name.slice(0, 1)} ${User_Surname}`.toUpperCase();

/** Makes the file of three days at the printed account, with a line for each thing that can become of one. */
export const makeDemoBankFile = (seed: SeedData, account: string, now: Date): SeedBankFile => {
  const { debtors, others, returned } = chooseClients(seed);
  const [monday, tuesday, wednesday] = chooseDays(now);
  const deeds = new Map<number, SeedDeed>();
  const transactions: BankTransaction[] = [];
  const add = (date: string, description: string, reference: string, cents: number, deed?: SeedDeed) => {
    transactions.push({ date, description, reference, cents });
    if (deed) {
      deeds.set(cents, deed);
    }
  };
  const book = (owNumber: string): SeedDeed => ({ kind: 'book', owNumber });

  // These pay all that they owe and name their number; the one who owes most pays the newest invoice.
  const [part, first, second, third] = debtors;
  const most = debtors.at(-1);
  const [ahead, named] = others;
  if (most) {
    const cents = newestInvoiceCents(seed, most.OWNumber);
    add(monday, `FNB APP PAYMENT FROM ${signOf(most)}`, most.OWNumber, cents, book(most.OWNumber));
  }
  add(monday, 'SERVICE FEE', '', -57_50);
  if (ahead) {
    add(monday, `CAPITEC ${signOf(ahead)}`, ahead.OWNumber, 600_00, book(ahead.OWNumber));
  }
  add(monday, 'TRANSFER FROM SAVINGS', 'OW CONNECT', 5_000_00, { kind: 'ignore' });
  if (first) {
    add(monday, `PAYSHAP ${signOf(first)}`, first.OWNumber.replace('OW', 'ow '), first.due);
  }
  add(tuesday, 'CREDIT TRANSFER', 'THANK YOU', 750_00, { kind: 'unidentified' });
  if (second) {
    add(tuesday, `ABSA BANK ${signOf(second)}`, second.OWNumber, second.due);
  }
  if (returned) {
    add(tuesday, 'UNPAID DEBIT ORDER', returned.owNumber, -returned.cents);
  }
  add(tuesday, 'MAGTAPE DEBIT', 'RENT', -12_500_00);
  if (named) {
    add(wednesday, 'MAGTAPE CREDIT', signOf(named), 397_00);
  }
  if (part) {
    add(wednesday, `NEDBANK PAYMENT FROM ${signOf(part)}`, part.OWNumber, 500_00);
  }
  add(wednesday, 'CASH DEPOSIT', '', 350_00);
  if (third) {
    add(wednesday, `IBANK PAYMENT FROM ${signOf(third)}`, third.OWNumber.replace('OW', '0W-'), third.due);
  }

  const openingCents = transactions.reduce((balance, { cents }) => balance - cents, CLOSING_CENTS);

  return {
    fileName: `Statement ${wednesday}.csv`,
    text: makeBankFile('Standard Bank', { account, openingCents, transactions }),
    bookFrom: '2026-11-01',
    deeds,
  };
};
