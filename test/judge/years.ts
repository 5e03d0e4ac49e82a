import type { Account, Item } from './books.ts';
import * as books from './books.ts';
import { addDays, addMonths, daysFromTo, firstDayOf, lastDayOf, laterOf, monthOf } from './calendar.ts';
import { toAmount } from './cents.ts';
import {
  compareAccount,
  compareClosings,
  compareControl,
  compareControlOf,
  compareCredits,
  compareDebtors,
  compareFiled,
  compareNumbers,
  compareRow,
  compareStatements,
  compareVat,
  EDGES,
  learnPayments,
} from './compare.ts';
import { type Court, type Line, openCourt } from './court.ts';
import { type Chance, makeChance } from './random.ts';
import { describeDifferences, describeTable } from './tally.ts';

/** Generated accounts that live through months, while an administrator asks for everything that the API offers. */

export interface Wanted {
  seed: number;
  accounts: number;
  /** Acts of each account a month, on average. */
  actsEachMonth: number;
  months: number;
  /** The supplier's numbers, one after the other; without one it is not registered yet. */
  vatNumbers: (string | null)[];
}

const FIRST_MONTH = '2024-12';
/** At night another day, month or year begins in Johannesburg than in UTC. */
const HOURS = ['00:20', '23:40', '23:40', '10:15'];
const TAX_PERIOD_MONTHS = 2;
/** Requests that the portal serves at the same time; each is about another client. */
const AT_ONCE = 4;

type ActName =
  | 'issue'
  | 'pay'
  | 'payNamed'
  | 'markPaid'
  | 'reverse'
  | 'replace'
  | 'refund'
  | 'correct'
  | 'makeVoid'
  | 'credit'
  | 'creditLines'
  | 'writeOff'
  | 'writeOffOpening'
  | 'takeBack'
  | 'recover'
  | 'deleteClient';

const WEIGHTS: Record<ActName, number> = {
  issue: 30,
  pay: 16,
  payNamed: 8,
  markPaid: 4,
  reverse: 8,
  replace: 4,
  refund: 4,
  correct: 5,
  makeVoid: 4,
  credit: 7,
  creditLines: 4,
  writeOff: 7,
  writeOffOpening: 3,
  takeBack: 3,
  recover: 6,
  deleteClient: 0.6,
};

/** Amounts that divide badly, and large and small ones. */
const someAmount = (chance: Chance): number =>
  toAmount(
    chance.choose({ odd: 3, small: 1, round: 1 }) === 'round'
      ? chance.between(1, 40) * 5000
      : chance.happens(0.2)
        ? chance.between(1, 300)
        : chance.between(300, 250_000),
  );

/** A part of an amount: mostly less, sometimes all, seldom more. */
const partOf = (chance: Chance, cents: number): number => {
  const share = chance.choose({ part: 6, all: 3, more: 1 });
  if (share === 'more') {
    return toAmount(cents + chance.between(1, 5_000));
  }

  return toAmount(share === 'all' ? Math.max(cents, 1) : chance.between(1, Math.max(cents, 1)));
};

const invoicesOf = (account: Account) => account.items.filter(({ kind }) => kind === 'invoice');
const paymentsOf = (account: Account, isReversed: boolean) =>
  account.items.filter((item) => item.kind === 'payment' && item.isReversed === isReversed && item.id > 0);

const someLines = (chance: Chance, account: Account, services: number[], today: string): Line[] => {
  const lines: Line[] = [];
  for (let count = chance.between(1, 4); count > 0; count -= 1) {
    lines.push({
      description: 'Data',
      amount: someAmount(chance),
      ...(chance.happens(0.2) && { quantity: chance.between(1, 3500) / 1000 }),
    });
  }
  const serviceId = services[0];
  if (serviceId !== undefined && chance.happens(0.5)) {
    const month = addMonths(monthOf(today), chance.between(-1, 1));
    const from = addDays(firstDayOf(month), chance.happens(0.3) ? chance.between(0, 20) : 0);
    lines.push({ description: 'Fibre', amount: someAmount(chance), serviceId, from, to: lastDayOf(month) });
  }
  // A line below one cent is refused.
  return lines.filter(({ amount, quantity = 1 }) => amount * quantity > 0.02 || account.userId === 0);
};

const doAct = async (court: Court, chance: Chance, account: Account, services: number[], name: ActName) => {
  const { world } = court;
  const invoices = invoicesOf(account);
  const invoice = chance.pick(invoices);
  const open = invoices.filter((item) => books.dueOf(account, item) > 0);
  const earlier = () => {
    const days = chance.happens(0.4)
      ? chance.between(0, 75)
      : chance.happens(0.05)
        ? chance.between(300, 380)
        : 0;

    return addDays(world.today, -days);
  };

  /** The bank moves money before it is captured; tomorrow is refused. */
  const atBank = () => addDays(world.today, chance.happens(0.3) ? chance.between(-40, 1) : 0);

  const acts: Record<ActName, () => Promise<unknown>> = {
    issue: async () => {
      const lines = someLines(chance, account, services, world.today);
      const dueDate = chance.happens(0.2) ? addDays(world.today, chance.between(0, 90)) : undefined;

      return lines.length > 0 && court.issue(account, lines, dueDate);
    },
    pay: async () => {
      const owed = books.owedOf(account);

      return court.pay(account, {
        day: earlier(),
        amount: owed > 0 && chance.happens(0.7) ? partOf(chance, owed) : someAmount(chance),
      });
    },
    payNamed: async () => {
      const some = [chance.pick(open), chance.pick(invoices)].filter(
        (item): item is Item => item !== undefined,
      );
      const named = [...new Set(some)].map((item) => ({
        invoice: item,
        amount: partOf(chance, Math.max(books.dueOf(account, item) + books.writtenOffOf(account, item), 1)),
      }));
      const together = named.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);

      return (
        named.length > 0 &&
        court.pay(account, {
          day: earlier(),
          amount: toAmount(together + (chance.happens(0.4) ? chance.between(1, 30_000) : 0)),
          named,
        })
      );
    },
    recover: async () => {
      const lost = chance.pick(invoices.filter((item) => books.writtenOffOf(account, item) > 0));
      if (!lost) {
        return undefined;
      }
      const most = books.dueOf(account, lost) + books.writtenOffOf(account, lost);
      const amount = partOf(chance, most);

      return court.pay(account, { day: earlier(), amount, named: [{ invoice: lost, amount }] });
    },
    markPaid: async () => invoice && court.markPaid(account, chance.pick(open) ?? invoice),
    reverse: async () => {
      const payment = chance.pick(paymentsOf(account, chance.happens(0.05)));

      return payment && court.reverse(account, payment, atBank());
    },
    replace: async () => {
      const replaces = chance.pick(paymentsOf(account, true));

      return (
        replaces &&
        court.pay(account, {
          day: chance.happens(0.8) ? replaces.bankDay : world.today,
          amount: chance.happens(0.5) ? toAmount(replaces.cents) : someAmount(chance),
          replaces,
        })
      );
    },
    refund: async () => {
      const credit = books.creditOf(account);

      return (credit > 0 || chance.happens(0.1)) && court.refund(account, partOf(chance, credit), atBank());
    },
    correct: async () => {
      const amount = someAmount(chance);

      return (
        (account.importedCents !== 0 || chance.happens(0.1)) &&
        court.correct(account, chance.happens(0.5) ? amount : -amount)
      );
    },
    makeVoid: async () => invoice && court.makeVoid(account, invoice),
    credit: async () =>
      invoice &&
      court.credit(account, invoice, {
        amount: partOf(chance, -invoice.cents - books.creditedOf(account, invoice)),
      }),
    creditLines: async () => {
      const line = invoice && chance.pick(court.linesOf(invoice));
      const left = line ? line.cents - line.creditedCents : 0;
      const isUntouched =
        invoice &&
        books.creditedOf(account, invoice) ===
          court.linesOf(invoice).reduce((sum, one) => sum + one.creditedCents, 0);
      if (!invoice || !line || left <= 0 || !isUntouched) {
        return undefined;
      }
      const { from, to } = account.billed.find((row) => row.lineId === line.id && !row.isEnded) ?? {};
      const days =
        from && to && chance.happens(0.7)
          ? { from: addDays(from, chance.below(daysFromTo(from, to) + 1)), to }
          : {};
      const amount = chance.happens(0.4) ? toAmount(left) : toAmount(chance.between(1, left));

      return court.credit(account, invoice, { lines: [{ lineId: line.id, amount, ...days }] });
    },
    writeOff: async () => {
      const item = chance.pick(open) ?? (chance.happens(0.1) ? invoice : undefined);

      return item && court.writeOff(account, item, partOf(chance, books.dueOf(account, item)));
    },
    writeOffOpening: async () => {
      const opening = account.items.find(({ kind }) => kind === 'opening');
      const due = opening ? books.dueOf(account, opening) : 0;

      return opening && due > 0 && court.writeOff(account, opening, partOf(chance, due));
    },
    takeBack: async () => {
      const lost = account.items.filter(
        (item) =>
          (item.kind === 'invoice' || item.kind === 'opening') && books.writtenOffOf(account, item) > 0,
      );
      const item = chance.pick(lost) ?? (chance.happens(0.05) ? invoice : undefined);

      return item && court.takeBack(account, item);
    },
    deleteClient: async () => {
      const isSettledFirst = chance.happens(0.8);
      const credit = books.creditOf(account);
      if (isSettledFirst && credit > 0) {
        await court.refund(account, toAmount(credit), atBank());
      }
      if (isSettledFirst && books.owedOf(account) > 0) {
        await court.writeOffAll([account]);
      }

      return court.deleteClient(account);
    },
  };
  await acts[name]();
  await learnPayments(court, account);
};

/** Runs the work of several accounts at the same time. */
const forEachAtOnce = async (some: readonly Account[], work: (account: Account) => Promise<void>) => {
  const waiting = [...some];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let account = waiting.shift(); account; account = waiting.shift()) {
        await work(account);
      }
    }),
  );
};

const livingOf = ({ accounts }: Court) => accounts.filter(({ deletedOn }) => deletedOn === null);

/** The month from which each number is the supplier's. */
const planNumbers = ({ vatNumbers, months }: Wanted) =>
  vatNumbers.map((vatNumber, place) => ({
    vatNumber,
    from: addMonths(FIRST_MONTH, Math.floor((place * months) / vatNumbers.length)),
  }));

const registeredFrom = (wanted: Wanted): string =>
  planNumbers(wanted).find(({ vatNumber }) => vatNumber !== null)?.from ?? '';

/** The numbers that have a report of this period. */
const numbersOf = (court: Court, { vatNumbers }: Wanted, period: string | undefined): string[] =>
  vatNumbers.filter((number) => number !== null).filter((number) => hasDocuments(court, period, number));

const hasDocuments = ({ accounts, world }: Court, period: string | undefined, vatNumber: string): boolean =>
  vatNumber === world.vatNumber ||
  accounts.some(({ entries }) =>
    entries.some(
      (entry) =>
        period !== undefined &&
        entry.vatNumber === vatNumber &&
        entry.day >= firstDayOf(addMonths(period, 1 - TAX_PERIOD_MONTHS)) &&
        entry.day <= lastDayOf(period),
    ),
  );

const taxPeriodsUntil = (month: string): string[] => {
  const periods: string[] = [];
  // Periods end in even months; FIRST_MONTH is one.
  for (let period = FIRST_MONTH; period <= month; period = addMonths(period, TAX_PERIOD_MONTHS)) {
    periods.push(period);
  }

  return periods;
};

/** Closes the months before, one by one; sometimes the newest is opened again, and sometimes it is asked too early. */
const closeBooks = async (court: Court, chance: Chance, wanted: Wanted): Promise<void> => {
  const { world, closed } = court;
  if (chance.happens(0.3)) {
    await court.close(monthOf(world.today));
  }
  const newest = closed.find(({ isOpened }) => !isOpened)?.month;
  if (newest && chance.happens(0.15)) {
    await court.open(newest);
  }
  const last = books.monthBefore(world.today);
  if (chance.happens(0.6)) {
    const first = world.firstOpenDay === '' ? addMonths(last, -1) : monthOf(world.firstOpenDay);
    for (let month = laterOf(first, FIRST_MONTH); month <= last; month = addMonths(month, 1)) {
      await court.close(month);
    }
  }
  // One that is not closed yet, or filed already, is refused.
  const period = chance.pick(taxPeriodsUntil(last).filter((month) => month >= registeredFrom(wanted)));
  const vatNumber = chance.pick(numbersOf(court, wanted, period));
  if (period && vatNumber) {
    await court.file(period, vatNumber);
  }
};

export const liveYears = async (wanted: Wanted) => {
  const { seed, accounts: count, actsEachMonth, months } = wanted;
  const chance = makeChance(seed);
  const numbers = planNumbers(wanted);
  const registersOn = registeredFrom(wanted);
  const court = await openCourt(firstDayOf(FIRST_MONTH), '10:00', {
    VAT_TAX_PERIOD: 'even-months',
    SUPPLIER_VAT_NUMBER: wanted.vatNumbers[0] ?? '',
    // Where it falls into a tax period, the report begins in its middle, which the judge does not know.
    ...(registersOn > FIRST_MONTH &&
      taxPeriodsUntil(registersOn).at(-1) !== registersOn && {
        VAT_REGISTERED_FROM: firstDayOf(registersOn),
      }),
  });
  const { world, accounts } = court;
  const services = new Map<Account, number[]>();

  const addClients = async (some: number, takenOn: string) => {
    const added = await court.importClients(
      Array.from({ length: some }, () => {
        const cents = chance.happens(0.4) ? chance.between(-200_000, 120_000) : 0;

        return {
          cents,
          ...(cents < 0 && chance.happens(0.6) && { dueDay: addDays(takenOn, chance.between(-120, 10)) }),
        };
      }),
      takenOn,
    );
    await forEachAtOnce(added, async (account) => {
      if (chance.happens(0.5)) {
        services.set(account, [await court.addService(account)]);
      }
    });
  };
  await addClients(Math.ceil(count * 0.8), addDays(world.today, -20));

  for (let place = 0; place < months; place += 1) {
    const month = addMonths(FIRST_MONTH, place);
    const moments = chance.between(3, 5);
    const days = Array.from({ length: moments }, () => chance.between(1, Number(lastDayOf(month).slice(8))))
      .concat(chance.happens(0.5) ? [Number(lastDayOf(month).slice(8))] : [])
      .sort((a, b) => a - b);
    let isFirst = true;
    let hour = '00:00';
    for (const [index, number] of days.entries()) {
      const day = `${month}-${String(number).padStart(2, '0')}`;
      const next = chance.pick(HOURS) ?? '10:15';
      // The clock never goes back.
      hour = day === world.today && next < hour ? hour : next;
      await court.moveTo(day, hour);
      const change = numbers.find(({ from }) => place > 0 && from === month);
      if (change && index === 1) {
        await court.startAgain({ SUPPLIER_VAT_NUMBER: change.vatNumber ?? '' }, hour);
      }
      if (isFirst && place > 0) {
        await closeBooks(court, chance, wanted);
        isFirst = false;
      }
      if (index === 1 && place === Math.floor(months / 3)) {
        await addClients(count - accounts.length, addDays(world.today, -40));
      }
      const plans = new Map<Account, ActName[]>();
      const acting = livingOf(court);
      for (let acts = Math.round((acting.length * actsEachMonth) / days.length); acts > 0; acts -= 1) {
        const account = chance.pick(acting);
        if (account) {
          plans.set(account, [...(plans.get(account) ?? []), chance.choose(WEIGHTS)]);
        }
      }
      // Each account has chances of its own, so that the order of answers changes nothing.
      const chances = new Map(
        [...plans.keys()].map((account) => [account, makeChance(chance.below(2 ** 31))]),
      );
      await forEachAtOnce([...plans.keys()], async (account) => {
        for (const name of plans.get(account) ?? []) {
          const own = chances.get(account);
          if (own && account.deletedOn === null) {
            await doAct(court, own, account, services.get(account) ?? [], name);
          }
        }
      });
      if (chance.happens(0.25)) {
        const some = acting.filter(({ deletedOn }) => deletedOn === null && chance.happens(0.03));
        if (some.length > 0) {
          await court.writeOffAll(some);
        }
      }
    }
    const seen = chance.pick(livingOf(court));
    if (seen) {
      await compareAccount(court, seen);
    }
    await compareDebtors(court);
    await compareControl(court, month);
  }

  return { court, chance };
};

/** A past day on which some invoice changes its age. */
const edgeDay = ({ accounts, world }: Court, chance: Chance): string | undefined => {
  const invoice = chance.pick(accounts.flatMap(invoicesOf));
  const day = invoice && addDays(books.ageDayOf(invoice), chance.pick(EDGES) ?? 0);

  return day !== undefined && day <= world.today ? day : undefined;
};

/** Compares all that the portal shows at the end with the books. */
export const judgeAll = async (court: Court, chance: Chance, wanted: Wanted): Promise<void> => {
  const { months } = wanted;
  await forEachAtOnce(livingOf(court), async (account) => {
    await compareAccount(court, account);
    await compareStatements(court, account, { firstMonth: FIRST_MONTH, months, pick: chance.below });
  });
  await compareDebtors(court);
  await compareCredits(court);
  await compareControlOf(court, firstDayOf(FIRST_MONTH), lastDayOf(addMonths(FIRST_MONTH, months - 1)));
  for (let place = 0; place < months; place += 1) {
    const month = addMonths(FIRST_MONTH, place);
    await compareControl(court, month);
    await compareDebtors(court, edgeDay(court, chance) ?? firstDayOf(month));
    if (chance.happens(0.3)) {
      await compareCredits(court, lastDayOf(month));
      await compareRow(court, month, chance.pick(court.rows) ?? 'invoices');
    }
  }
  const periods = taxPeriodsUntil(books.monthBefore(court.world.today));
  for (const period of periods.filter((month) => month >= registeredFrom(wanted))) {
    for (const vatNumber of numbersOf(court, wanted, period)) {
      await compareVat(court, { period, months: TAX_PERIOD_MONTHS, vatNumber });
    }
  }
  await compareFiled(court);
  await compareClosings(court);
  compareNumbers(court);
};

const describeActs = ({ acts }: Court): string =>
  [...acts].map(([kind, { done, refused }]) => `${kind} ${done}, refused ${refused}`).join('; ');

/** Lives the years, judges them, and returns what was found. */
export const runJudge = async (wanted: Wanted) => {
  const { court, chance } = await liveYears(wanted);
  try {
    await judgeAll(court, chance, wanted);
  } finally {
    await court.stop();
  }

  return {
    acts: describeActs(court),
    table: describeTable(court.tally),
    differences: describeDifferences(court.tally),
  };
};
