import { startOfMonth } from '#shared/months.ts';
import { type Book, makeBook, monthsAgo, type SeedEvent, type World } from './book.ts';
import type { SeedUser } from './demo-users.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const after = (date: Date, days: number) => new Date(date.getTime() + days * DAY_MS);

const BOUNCED = 'Returned by the bank: not enough money in the account';
const HISTORY_MONTHS = 24;

/** Special months of the demo client, by how long ago they were. */
const SPECIAL_MONTHS: Readonly<Record<number, (book: Book) => void>> = {
  18: (book) => {
    book.pay(book.soon());
    book.issue(after(book.newest().at, 20), [{ description: 'Call-out, an hour', amount: 450, quantity: 1 }]);
    const { at, cents } = book.newest();
    const explanation = 'The call-out was under warranty';
    book.credit(new Date(at.getTime() + HOUR_MS), { cents, reason: 'cancelled', explanation });
  },
  13: (book) => {
    const { at, cents } = book.newest();
    book.pay(after(at, 3), { cents, method: 'debit-order' });
    book.reverse(after(at, 5), cents, BOUNCED);
    book.pay(after(at, 9));
  },
  9: (book) => {
    const { at } = book.newest();
    book.pay(after(at, 4), { cents: 400_00, note: 'Asked for the rest at the end of the month' });
    book.pay(after(at, 24));
  },
  5: (book) => book.pay(book.soon(), { cents: 1_000_00, method: 'card' }),
  1: (book) => book.pay(book.soon(), { cents: 300_00, note: 'Promised the rest by phone' }),
};

/** Two years of invoices and payments: of last month's invoice a part is overdue, and the newest is not due yet. */
const tellDemoClient = (book: Book, now: Date) => {
  const installedAt = after(now, -2);

  for (let months = HISTORY_MONTHS; months > 0; months -= 1) {
    book.issueMonth(months);
    const tell = SPECIAL_MONTHS[months] ?? (() => book.pay(book.soon()));
    tell(book);
  }
  // In the first days of a month, this month's invoice would be as new as the installation's.
  if (startOfMonth(now).getTime() + 8 * HOUR_MS < installedAt.getTime()) {
    book.issueMonth(0);
    book.pay(book.soon(new Date(installedAt.getTime() - 1)), {
      cents: book.newest().cents,
      paysNewest: true,
    });
  }
  book.issue(installedAt, [
    { description: '5G router, wall bracket included', amount: 1499, quantity: 2 },
    { description: 'Outdoor network cable, a metre', amount: 8.95, quantity: 37.5 },
    { description: 'Installation, an hour', amount: 550, quantity: 1.5 },
  ]);
};

const EXTRA_DATA = [{ description: 'Data beyond the bundle, a GB', amount: 29, quantity: 3.25 }];

/** Owes an old balance, and an invoice. */
const tellOldBalance = (book: Book) => book.issueMonth(1);

/** What other clients do, the first of these for the first of them. */
const STORIES: readonly ((book: Book) => void)[] = [
  // Owes last month's invoice and this month's.
  (book) => {
    book.issueMonth(1, EXTRA_DATA);
    book.issueMonth(0);
  },
  (book) => {
    book.issueMonth(1);
    book.pay(book.soon(), { method: 'debit-order' });
  },
  // Paid a part of two months.
  (book) => {
    book.issueMonth(2, EXTRA_DATA);
    book.issueMonth(1);
    book.pay(after(book.newest().at, 4), { cents: 500_00 });
    const explanation = 'Three days without a signal';
    book.credit(after(book.newest().at, 9), { cents: 50_00, reason: 'not-delivered', explanation });
    book.issueMonth(0);
  },
  (book) => {
    book.issueMonth(1);
    book.pay(book.soon(), { method: 'card' });
  },
  // Has paid nothing for half a year, but for one part.
  (book) => {
    book.issueMonth(6, EXTRA_DATA);
    book.pay(after(book.newest().at, 12), { cents: 250_00, method: 'cash' });
    for (const months of [5, 4, 3, 2, 1]) {
      book.issueMonth(months);
    }
  },
  // Pays ahead, so that credit is left.
  (book) => {
    book.issueMonth(2);
    book.pay(book.soon(), { cents: 1_000_00, note: 'Pays for the whole year' });
    book.issueMonth(1);
  },
  tellOldBalance,
  // Paid twice, and got the second payment back.
  (book) => {
    book.issueMonth(1, EXTRA_DATA);
    const { at, cents } = book.newest();
    book.pay(after(at, 2));
    book.pay(after(at, 3), { cents, note: 'The same amount again' });
    book.refund(after(at, 8), cents, 'Paid twice');
  },
  // Owes an invoice again, because the bank returned the payment.
  (book) => {
    book.issueMonth(3);
    const { at, cents } = book.newest();
    book.pay(after(at, 2), { method: 'debit-order' });
    book.reverse(after(at, 6), cents, BOUNCED);
  },
  (book) => {
    book.issueMonth(1, EXTRA_DATA);
    book.pay(book.soon());
  },
  // Left without paying.
  (book) => {
    book.issueMonth(5);
    const { at, cents } = book.newest();
    const reason = 'Moved abroad, nobody answers';
    book.writeOff(after(at, 90), { cents, reason, collection: 'Four mails, two calls, a letter of demand' });
  },
];

/** Browser tests take clients after these for themselves, who have no invoices yet. */
const OTHERS_MAX = 17;

const compareTimes = (one: SeedEvent, other: SeedEvent) => Date.parse(one.at) - Date.parse(other.at);

/** Returns the clients to whom the stories happen, in their order. */
const chooseTellers = (others: readonly SeedUser[], { subscriptions, now }: World): SeedUser[] => {
  const halfYearAgo = monthsAgo(6, now).getTime();

  return others
    .slice(0, OTHERS_MAX)
    .filter(
      ({ OWNumber, User_Status, User_Address }) =>
        User_Status === 1 &&
        User_Address !== null &&
        subscriptions
          .get(OWNumber)
          ?.some(({ status, created_at }) => status === 'active' && Date.parse(created_at) < halfYearAgo),
    );
};

/** Gives the client whose story is the old balance that imported balance. */
export const bringOldBalance = (others: readonly SeedUser[], world: World): SeedUser[] => {
  const debtor = chooseTellers(others, world)[STORIES.indexOf(tellOldBalance)];

  return others.map((user) => (user === debtor ? { ...user, User_Debit: '-475.00' } : user));
};

/** Makes what happened to the money of the demo client and a few others, in order of time. */
export const makeMoney = (demoClient: SeedUser, others: readonly SeedUser[], world: World): SeedEvent[] => {
  const tellers = chooseTellers(others, world);
  const book = makeBook(demoClient, world);
  tellDemoClient(book, world.now);

  return [
    ...book.events,
    ...STORIES.flatMap((tell, position) => {
      const teller = tellers[position];
      if (!teller) {
        return [];
      }
      const other = makeBook(teller, world);
      tell(other);

      return other.events;
    }),
  ].toSorted(compareTimes);
};
