import { addDays, firstDayOf, laterOf, monthOf, yearBefore } from './calendar.ts';
import { shareOf, vatIn } from './cents.ts';

/**
 * The judge's books, written from the text of the decisions D11, D53, D55, D62, D65 and D70 alone. An amount is above 0
 * if it is in the client's favour.
 */

export type ItemKind = 'opening' | 'invoice' | 'payment' | 'refund' | 'credit-note';
export type EntryKind =
  | ItemKind
  | 'correction'
  | 'reversal'
  | 'write-off'
  | 'write-off-reversal'
  | 'recovery';

export interface Item {
  kind: ItemKind;
  /** The id that the portal gave to the invoice, payment or credit note. */
  id: number;
  number: string | null;
  day: string;
  bankDay: string;
  dueDay: string | null;
  order: number;
  cents: number;
  /** Of an invoice; null if it is no tax invoice. */
  vat: { cents: number; number: string } | null;
  /** Of a credit note. */
  invoice: Item | null;
  isReversed: boolean;
  isReplaced: boolean;
}

export interface Entry {
  kind: EntryKind;
  item: Item;
  day: string;
  bankDay: string;
  cents: number;
  order: number;
  vatCents: number;
  vatNumber: string | null;
}

export interface Allocation {
  credit: Item;
  debt: Item;
  cents: number;
  day: string;
  isEnded: boolean;
  /** True for a row that ends another one. */
  ends: boolean;
}

export interface BilledDays {
  serviceId: number;
  from: string;
  to: string;
  invoice: Item;
  lineId: number;
  isEnded: boolean;
}

export interface Account {
  userId: number;
  items: Item[];
  entries: Entry[];
  allocations: Allocation[];
  billed: BilledDays[];
  importedCents: number;
  deletedOn: string | null;
}

/** What holds for everybody at a moment. */
export interface World {
  today: string;
  /** The first day of which no month is closed; '' while none is closed. */
  firstOpenDay: string;
  vatNumber: string | null;
  termsDays: number;
}

/** What the portal must answer in the place of doing what was asked. */
export class Refusal extends Error {
  readonly statuses: readonly number[];
  readonly code: string | null;

  constructor(statuses: number | number[], code: string | null = null) {
    super(`${statuses} ${code ?? ''}`);
    this.statuses = [statuses].flat();
    this.code = code;
  }
}

export const makeAccount = (userId: number): Account => ({
  userId,
  items: [],
  entries: [],
  allocations: [],
  billed: [],
  importedCents: 0,
  deletedOn: null,
});

const sum = (cents: number[]) => cents.reduce((total, one) => total + one, 0);
const isUntil = (day: string | undefined) => (row: { day: string }) => day === undefined || row.day <= day;

/** The sum of the entries of an item up to a day. */
export const totalOf = (account: Account, item: Item, day?: string): number =>
  sum(
    account.entries.filter((entry) => entry.item === item && isUntil(day)(entry)).map(({ cents }) => cents),
  );

const allocatedOf = (account: Account, side: 'credit' | 'debt', item: Item, day?: string): number =>
  sum(account.allocations.filter((row) => row[side] === item && isUntil(day)(row)).map(({ cents }) => cents));

export const dueOf = (account: Account, item: Item, day?: string): number =>
  Math.max(-totalOf(account, item, day), 0) - allocatedOf(account, 'debt', item, day);
export const freeOf = (account: Account, item: Item, day?: string): number =>
  Math.max(totalOf(account, item, day), 0) - allocatedOf(account, 'credit', item, day);
export const balanceOf = (account: Account, day?: string): number =>
  sum(account.entries.filter(isUntil(day)).map(({ cents }) => cents));
export const owedOf = (account: Account, day?: string): number =>
  sum(account.items.map((item) => dueOf(account, item, day)));
export const creditOf = (account: Account, day?: string): number =>
  sum(account.items.map((item) => freeOf(account, item, day)));

const entriesOf = (account: Account, item: Item, ...kinds: EntryKind[]) =>
  account.entries.filter((entry) => entry.item === item && kinds.includes(entry.kind));

export const writtenOffOf = (account: Account, item: Item, day?: string): number =>
  sum(
    entriesOf(account, item, 'write-off', 'write-off-reversal', 'recovery')
      .filter(isUntil(day))
      .map(({ cents }) => cents),
  );
export const creditedOf = (account: Account, invoice: Item): number =>
  sum(account.items.filter((item) => item.invoice === invoice).map(({ cents }) => cents));

export const statusOf = (account: Account, invoice: Item): 'void' | 'paid' | 'pending' => {
  if (invoice.isReversed || creditedOf(account, invoice) === -invoice.cents) {
    return 'void';
  }

  return dueOf(account, invoice) === 0 && writtenOffOf(account, invoice) === 0 ? 'paid' : 'pending';
};

export const ageDayOf = ({ dueDay, day }: Item): string => dueDay ?? day;

const PLACE: Record<ItemKind, number> = { opening: 0, invoice: 1, refund: 2, payment: 3, 'credit-note': 3 };
const compareTexts = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** The order in which items are paid (D62). */
export const byPayingOrder = (a: Item, b: Item): number =>
  compareTexts(ageDayOf(a), ageDayOf(b)) ||
  PLACE[a.kind] - PLACE[b.kind] ||
  compareTexts(a.number ?? '', b.number ?? '') ||
  a.order - b.order;
const byAge = (a: Item, b: Item): number => compareTexts(a.day, b.day) || a.order - b.order;

export const openItemsOf = (account: Account): Item[] =>
  account.items.filter((item) => dueOf(account, item) > 0).sort(byPayingOrder);
const creditsOf = (account: Account): Item[] =>
  account.items.filter((item) => freeOf(account, item) > 0).sort(byAge);

/** The day from which an item is open at what it is now (D53, D65). */
const openFrom = (account: Account, item: Item): string =>
  laterOf(
    item.day,
    ...account.entries
      .filter((entry) => entry.item === item && entry.order !== item.order && entry.cents < 0)
      .map(({ day }) => day),
    ...account.allocations.filter((row) => row.debt === item && row.ends).map(({ day }) => day),
  );

const allocate = (account: Account, credit: Item, debt: Item, cents: number, day: string): void => {
  if (cents > 0) {
    account.allocations.push({ credit, debt, cents, day, isEnded: false, ends: false });
  }
};

const endAllocation = (account: Account, row: Allocation, day: string): void => {
  row.isEnded = true;
  account.allocations.push({ ...row, cents: -row.cents, day, ends: true });
};

const livingOn = (account: Account, isOf: (row: Allocation) => boolean): Allocation[] =>
  account.allocations.filter((row) => !row.ends && !row.isEnded && isOf(row));

/** Pays the oldest open items from the free credit; `on` is the day of all that is paid, or each pair has its own. */
const settle = (account: Account, on: string | null): void => {
  for (const debt of openItemsOf(account)) {
    for (const credit of creditsOf(account)) {
      const cents = Math.min(freeOf(account, credit), dueOf(account, debt));
      allocate(account, credit, debt, cents, on ?? laterOf(credit.day, openFrom(account, debt)));
    }
  }
};

type NewItem = Pick<Item, 'kind' | 'id' | 'day' | 'cents'> & Partial<Item>;

let entries = 0;
const nextOrder = () => {
  entries += 1;

  return entries;
};

const addEntry = (account: Account, entry: Omit<Entry, 'order' | 'bankDay'> & Partial<Entry>): Entry => {
  const added = { bankDay: entry.day, order: nextOrder(), ...entry };
  account.entries.push(added);

  return added;
};

const addItem = (account: Account, given: NewItem, vat: { cents: number; number: string | null }): Item => {
  const item: Item = {
    number: null,
    bankDay: given.day,
    dueDay: null,
    vat: null,
    invoice: null,
    isReversed: false,
    isReplaced: false,
    ...given,
    order: nextOrder(),
  };
  account.items.push(item);
  account.entries.push({
    kind: item.kind,
    item,
    day: item.day,
    bankDay: item.bankDay,
    cents: item.cents,
    order: item.order,
    vatCents: vat.cents,
    vatNumber: vat.number,
  });

  return item;
};

const NO_VAT = { cents: 0, number: null };

/** VAT in proportion to all of these kinds so far, less that of the earlier ones: the last takes what remains (D65). */
const vatOf = (invoice: Item, cents: number, earlier: Entry[]) => {
  if (!invoice.vat) {
    return NO_VAT;
  }
  const before = sum(earlier.map((entry) => entry.cents));
  const vatBefore = sum(earlier.map(({ vatCents }) => vatCents));

  return {
    cents: shareOf(invoice.vat.cents, before + cents, -invoice.cents) - vatBefore,
    number: invoice.vat.number,
  };
};

/** Changes what is owed of an item that is there already. */
const addToItem = (
  account: Account,
  kind: EntryKind,
  item: Item,
  cents: number,
  day: string,
  kindsOfVat: EntryKind[] = [kind],
): Entry => {
  const vat = vatOf(item, cents, entriesOf(account, item, ...kindsOfVat));

  return addEntry(account, { kind, item, cents, day, vatCents: vat.cents, vatNumber: vat.number });
};

const bookOn = ({ firstOpenDay }: World, day: string): string => laterOf(day, firstOpenDay);

/** An imported balance. */
export const takeOn = (
  account: Account,
  world: World,
  cents: number,
  day: string,
  dueDay: string | null,
): void => {
  account.importedCents = cents;
  if (cents !== 0) {
    addItem(
      account,
      {
        kind: 'opening',
        id: 0,
        cents,
        day: bookOn(world, day),
        dueDay: dueDay ?? (day < world.firstOpenDay ? day : null),
      },
      NO_VAT,
    );
  }
};

export interface NewInvoice {
  id: number;
  number: string;
  cents: number;
  dueDay: string;
}

export const issue = (account: Account, world: World, { id, number, cents, dueDay }: NewInvoice): Item => {
  const vat = world.vatNumber === null ? null : { cents: vatIn(cents), number: world.vatNumber };
  const item = addItem(
    account,
    { kind: 'invoice', id, number, cents: -cents, day: world.today, dueDay, vat },
    vat ? { cents: -vat.cents, number: vat.number } : NO_VAT,
  );
  settle(account, null);

  return item;
};

export interface NamedPart {
  item: Item;
  cents: number;
}

export interface NewPayment {
  bankDay: string;
  cents: number;
  named: NamedPart[];
  replaces: Item | null;
}

const isBeforeOpening = (account: Account, { today }: World, day: string): boolean =>
  day < today && account.items.some((item) => item.kind === 'opening' && day < item.day);

export const refusePayment = (account: Account, world: World, payment: NewPayment): void => {
  const { bankDay, cents, named, replaces } = payment;
  if (bankDay > world.today) {
    throw new Refusal(422);
  }
  if (
    new Set(named.map(({ item }) => item)).size < named.length ||
    sum(named.map((part) => part.cents)) > cents
  ) {
    throw new Refusal(422);
  }
  if (replaces && !replaces.isReversed) {
    throw new Refusal(422);
  }
  if (replaces?.isReplaced) {
    throw new Refusal(409);
  }
  const isAsReplaced = replaces !== null && bankDay === replaces.bankDay;
  if (!isAsReplaced && (bankDay < yearBefore(world.today) || isBeforeOpening(account, world, bankDay))) {
    throw new Refusal(422);
  }
  for (const { item, cents: part } of named) {
    if (statusOf(account, item) === 'void' || part > dueOf(account, item) + writtenOffOf(account, item)) {
      throw new Refusal(422);
    }
  }
};

/** What one act writes of several items stands in the order of the items. */
const byItem = (a: { item: Item }, b: { item: Item }): number => a.item.order - b.item.order;

export const pay = (account: Account, world: World, payment: NewPayment & { id: number }): Item => {
  const { id, bankDay, cents, named, replaces } = payment;
  const day = bookOn(world, bankDay);
  const paid = addItem(account, { kind: 'payment', id, day, bankDay, cents }, NO_VAT);
  if (replaces) {
    replaces.isReplaced = true;
  }
  for (const { item, cents: part } of named.toSorted(byItem)) {
    const recovered = part - dueOf(account, item);
    if (recovered > 0) {
      const newest = laterOf(...entriesOf(account, item, 'write-off').map((entry) => entry.day));
      addToItem(account, 'recovery', item, -recovered, laterOf(day, newest));
    }
    allocate(account, paid, item, part, laterOf(day, openFrom(account, item)));
  }
  settle(account, null);

  return paid;
};

const refuseBankDay = ({ today }: World, bankDay: string): void => {
  if (bankDay > today) {
    throw new Refusal(422);
  }
};

export const refuseReversal = (world: World, payment: Item, bankDay: string): void => {
  refuseBankDay(world, bankDay);
  if (payment.isReversed) {
    throw new Refusal(409);
  }
};

export const reverse = (account: Account, world: World, payment: Item, bankDay = world.today): void => {
  for (const row of livingOn(account, ({ credit }) => credit === payment)) {
    endAllocation(account, row, world.today);
  }
  payment.isReversed = true;
  addToItem(account, 'reversal', payment, -payment.cents, world.today).bankDay = bankDay;
  settle(account, world.today);
};

export const refuseMarkPaid = (account: Account, invoice: Item): void => {
  if (statusOf(account, invoice) !== 'pending' || writtenOffOf(account, invoice) > 0) {
    throw new Refusal(409);
  }
};

export const refuseVoid = (account: Account, world: World, invoice: Item): void => {
  if (statusOf(account, invoice) === 'void') {
    throw new Refusal(409);
  }
  // A credit note is refused, too, while something is written off.
  if (writtenOffOf(account, invoice) > 0) {
    throw new Refusal(409);
  }
  if (invoice.vat) {
    throw new Refusal(409, 'credit_note_needed');
  }
  if (invoice.day < world.firstOpenDay || creditedOf(account, invoice) > 0) {
    throw new Refusal(409);
  }
};

const endBilledDays = (account: Account, invoice: Item): void => {
  for (const row of account.billed) {
    row.isEnded ||= row.invoice === invoice;
  }
};

export const makeVoid = (account: Account, world: World, invoice: Item): void => {
  for (const row of livingOn(account, ({ debt }) => debt === invoice)) {
    endAllocation(account, row, world.today);
  }
  invoice.isReversed = true;
  addToItem(account, 'reversal', invoice, -invoice.cents, world.today);
  settle(account, world.today);
  endBilledDays(account, invoice);
};

export const refuseRefund = (account: Account, world: World, cents: number, bankDay: string): void => {
  refuseBankDay(world, bankDay);
  if (cents > creditOf(account)) {
    throw new Refusal(422);
  }
};

export const refund = (account: Account, world: World, cents: number, bankDay = world.today): void => {
  addItem(account, { kind: 'refund', id: 0, cents: -cents, day: world.today, bankDay }, NO_VAT);
  settle(account, world.today);
};

const openingOf = (account: Account) => account.items.find(({ kind }) => kind === 'opening');

/** The opening entry with its corrections: what was written off of it stays apart. */
const correctedOf = (account: Account, opening: Item): number =>
  sum(entriesOf(account, opening, 'opening', 'correction').map(({ cents }) => cents));

export const refuseCorrection = (account: Account, cents: number): void => {
  const opening = openingOf(account);
  if (!opening) {
    throw new Refusal(409);
  }
  const room =
    Math.max(account.importedCents, 0) - correctedOf(account, opening) - writtenOffOf(account, opening);
  if (cents > Math.max(room, 0)) {
    throw new Refusal(422);
  }
};

export const correct = (account: Account, world: World, cents: number): void => {
  const opening = openingOf(account);
  if (!opening) {
    return;
  }
  addToItem(account, 'correction', opening, cents, world.today);
  const isTooMuch = () => dueOf(account, opening) < 0 || freeOf(account, opening) < 0;
  while (isTooMuch()) {
    const newest = livingOn(account, ({ credit, debt }) => credit === opening || debt === opening).at(-1);
    if (!newest) {
      throw new Error('Nothing is left to be ended');
    }
    endAllocation(account, newest, world.today);
  }
  settle(account, world.today);
};

/** Line of an invoice that a credit note is about. */
export interface CreditedLine {
  lineId: number;
  cents: number;
  from?: string | undefined;
  to?: string | undefined;
}

export const refuseCreditNote = (account: Account, invoice: Item, cents: number): void => {
  if (invoice.isReversed || writtenOffOf(account, invoice) > 0) {
    throw new Refusal(409);
  }
  if (cents > -invoice.cents - creditedOf(account, invoice)) {
    throw new Refusal([409, 422]);
  }
};

/** Takes the days of the line off what it bills: its last ones, its first ones, or all. */
const shorten = (account: Account, invoice: Item, { lineId, from, to }: CreditedLine): void => {
  for (const row of account.billed) {
    if (row.invoice === invoice && row.lineId === lineId && !row.isEnded && from && to) {
      if (from <= row.from && to >= row.to) {
        row.isEnded = true;
      } else if (from <= row.from) {
        row.from = addDays(to, 1);
      } else {
        row.to = addDays(from, -1);
      }
    }
  }
};

export interface NewCreditNote {
  id: number;
  number: string;
  cents: number;
  lines?: CreditedLine[];
}

export const creditNote = (account: Account, world: World, invoice: Item, note: NewCreditNote): Item => {
  const { id, number, cents, lines = [] } = note;
  const { today } = world;
  const earlier = account.entries.filter(({ item }) => item.invoice === invoice);
  const due = dueOf(account, invoice);
  const item = addItem(
    account,
    { kind: 'credit-note', id, number, cents, day: today, invoice },
    vatOf(invoice, cents, earlier),
  );
  let missing = cents - due;
  while (missing > 0) {
    const newest = livingOn(
      account,
      ({ debt, credit }) => debt === invoice && credit.kind !== 'credit-note',
    ).at(-1);
    if (!newest) {
      throw new Error('Nothing is left to be ended');
    }
    endAllocation(account, newest, today);
    allocate(account, newest.credit, invoice, newest.cents - missing, today);
    missing -= newest.cents;
  }
  allocate(account, item, invoice, cents, today);
  settle(account, today);
  for (const line of lines) {
    shorten(account, invoice, line);
  }
  if (statusOf(account, invoice) === 'void') {
    endBilledDays(account, invoice);
  }

  return item;
};

export const vatOfNote = (account: Account, note: Item): number | null =>
  note.invoice?.vat ? (account.entries.find(({ item }) => item === note)?.vatCents ?? 0) : null;

export const refuseWriteOff = (account: Account, item: Item, cents: number): void => {
  if (cents > dueOf(account, item)) {
    throw new Refusal([409, 422]);
  }
};

export const writeOff = (account: Account, world: World, item: Item, cents: number): void => {
  addToItem(account, 'write-off', item, cents, world.today, ['write-off', 'write-off-reversal']);
};

export const refuseTakeBack = (account: Account, item: Item): void => {
  if (writtenOffOf(account, item) === 0) {
    throw new Refusal(409);
  }
};

export const takeBack = (account: Account, world: World, item: Item): void => {
  const cents = -writtenOffOf(account, item);
  addToItem(account, 'write-off-reversal', item, cents, world.today, ['write-off', 'write-off-reversal']);
  settle(account, world.today);
};

/** Writes off all that is due, and returns how much it was. */
export const writeOffAll = (account: Account, world: World): number => {
  const owed = owedOf(account);
  for (const item of openItemsOf(account).sort((a, b) => a.order - b.order)) {
    writeOff(account, world, item, dueOf(account, item));
  }

  return owed;
};

export const refuseDeletion = (account: Account): void => {
  if (creditOf(account) > 0) {
    throw new Refusal(409, 'has_credit');
  }
  if (owedOf(account) > 0) {
    throw new Refusal(409, 'owes');
  }
};

export const deleteAccount = (account: Account, world: World): void => {
  account.deletedOn = world.today;
};

/** What a payment pays now: the sum for each item. */
export const paidBy = (account: Account, credit: Item): { item: Item; cents: number }[] =>
  account.items
    .map((item) => ({
      item,
      cents: sum(
        account.allocations
          .filter((row) => row.credit === credit && row.debt === item)
          .map(({ cents }) => cents),
      ),
    }))
    .filter(({ cents }) => cents !== 0);

export const isBilled = (account: Account, serviceId: number, from: string, to: string): boolean =>
  account.billed.some(
    (row) => !row.isEnded && row.serviceId === serviceId && row.from <= to && from <= row.to,
  );

/** The month that can be closed next; null while the last one is not over. */
export const monthBefore = (day: string): string => monthOf(addDays(firstDayOf(monthOf(day)), -1));
