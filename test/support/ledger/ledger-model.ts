/**
 * A second telling of D53, D62 and D65, in plain loops and whole cents, that shares no code with the portal. It
 * replays what happened to one account, and says what is owed and what paid what.
 */

type Kind = 'opening' | 'invoice' | 'payment' | 'refund';

interface Item {
  id: number;
  kind: Kind;
  date: string;
  ageDate: string;
  invoiceId: number;
  cents: number;
}

interface Allocation {
  credit: number;
  debt: number;
  cents: number;
  isLive: boolean;
}

const KIND_ORDER: Record<Kind, number> = { opening: 0, invoice: 1, refund: 2, payment: 3 };

const compare = <T extends string | number>(a: T, b: T) => (a < b ? -1 : Number(a > b));

export const makeLedgerModel = () => {
  const items = new Map<number, Item>();
  const allocations: Allocation[] = [];
  const writtenOff = new Map<number, number>();

  const sumOf = (side: 'credit' | 'debt', id: number) =>
    allocations.filter((one) => one.isLive && one[side] === id).reduce((sum, { cents }) => sum + cents, 0);
  const freeOf = ({ id, cents }: Item) => Math.max(cents, 0) - sumOf('credit', id);
  const dueOf = ({ id, cents }: Item) => Math.max(-cents, 0) - sumOf('debt', id);
  const find = (id: number): Item => {
    const item = items.get(id);
    if (!item) {
      throw new Error(`The model has no item ${id}`);
    }

    return item;
  };
  const allocate = (credit: Item, debt: Item, cents: number) => {
    if (cents > 0) {
      allocations.push({ credit: credit.id, debt: debt.id, cents, isLive: true });
    }
  };

  const changeWriteOff = (item: Item, cents: number) => {
    item.cents += cents;
    writtenOff.set(item.id, (writtenOff.get(item.id) ?? 0) + cents);
  };

  const settle = () => {
    const debts = [...items.values()]
      .filter((item) => dueOf(item) > 0)
      .sort(
        (a, b) =>
          compare(a.ageDate, b.ageDate) ||
          compare(KIND_ORDER[a.kind], KIND_ORDER[b.kind]) ||
          compare(a.invoiceId, b.invoiceId) ||
          compare(a.id, b.id),
      );
    for (const debt of debts) {
      const credits = [...items.values()]
        .filter((item) => freeOf(item) > 0)
        .sort((a, b) => compare(a.date, b.date) || compare(a.id, b.id));
      for (const credit of credits) {
        allocate(credit, debt, Math.min(freeOf(credit), dueOf(debt)));
      }
    }
  };

  return {
    add: (item: Item, named: { debt: number; cents: number }[] = []) => {
      items.set(item.id, item);
      for (const { debt, cents } of named) {
        changeWriteOff(find(debt), Math.min(0, dueOf(find(debt)) - cents));
        allocate(item, find(debt), cents);
      }
      settle();
    },
    /** Reverses a payment, or makes an invoice void. */
    cancel: (id: number) => {
      for (const one of allocations) {
        one.isLive &&= one.credit !== id && one.debt !== id;
      }
      find(id).cents = 0;
      settle();
    },
    writeOff: (id: number, cents: number) => {
      changeWriteOff(find(id), cents);
    },
    undoWriteOff: (id: number) => {
      changeWriteOff(find(id), -(writtenOff.get(id) ?? 0));
      settle();
    },
    writtenOff: () => Object.fromEntries([...items.keys()].map((id) => [id, writtenOff.get(id) ?? 0])),
    correct: (id: number, cents: number) => {
      const item = find(id);
      item.cents += cents;
      const isTooMuch = () =>
        sumOf('credit', id) > Math.max(item.cents, 0) || sumOf('debt', id) > Math.max(-item.cents, 0);
      while (isTooMuch()) {
        const newest = allocations.findLast((one) => one.isLive && (one.credit === id || one.debt === id));
        if (newest) {
          newest.isLive = false;
        }
      }
      settle();
    },
    balance: () => [...items.values()].reduce((sum, { cents }) => sum + cents, 0),
    free: () => [...items.values()].reduce((sum, item) => sum + freeOf(item), 0),
    dues: () => Object.fromEntries([...items.values()].map((item) => [item.id, dueOf(item)])),
    /** 'credit-debt': cents. */
    allocated: () => {
      const sums: Record<string, number> = {};
      for (const { credit, debt, cents, isLive } of allocations) {
        if (isLive) {
          sums[`${credit}-${debt}`] = (sums[`${credit}-${debt}`] ?? 0) + cents;
        }
      }

      return sums;
    },
  };
};
