import { useCallback, useState } from 'react';
import type { Debtor } from '#shared/contract/debtors/ledger-statements.ts';

export interface Selection {
  debtors: readonly Debtor[];
  has: (userId: number) => boolean;
  toggle: (debtor: Debtor) => void;
  /** Selects all of a page or, if they are selected, none of it. */
  toggleAll: (page: readonly Debtor[]) => void;
  clear: () => void;
}

/** The selected debtors, over the pages of the list. `page` has those of the shown page as they are now. */
export const useSelection = (page: readonly Debtor[]): Selection => {
  const [selected, setSelected] = useState<ReadonlyMap<number, Debtor>>(new Map());
  const fresh = new Map(page.map((debtor) => [debtor.userId, debtor]));

  const toggle = useCallback(
    (debtor: Debtor) =>
      setSelected((before) => {
        const next = new Map(before);
        if (!next.delete(debtor.userId)) {
          next.set(debtor.userId, debtor);
        }

        return next;
      }),
    [],
  );

  return {
    debtors: [...selected.values()].map((debtor) => fresh.get(debtor.userId) ?? debtor),
    has: (userId) => selected.has(userId),
    toggle,
    toggleAll: (shown) =>
      setSelected((before) => {
        const next = new Map(before);
        const isAll = shown.every(({ userId }) => before.has(userId));
        for (const debtor of shown) {
          if (isAll) {
            next.delete(debtor.userId);
          } else {
            next.set(debtor.userId, debtor);
          }
        }

        return next;
      }),
    clear: () => setSelected(new Map()),
  };
};
