import { focusManager, type Query, type QueryClient } from '@tanstack/react-query';

/** Reads of debts, invoices, what they bill, credit notes, payments, statements, debtors, figures and mail states (D32). */
const MONEY: readonly string[] = [
  'ledger',
  'figures',
  'mails',
  'invoices.list',
  'invoices.detail',
  'services.billed',
  'credit-notes.list',
  'users.list',
  'users.detail',
  'users.summary',
];

const FRESH_MS = 60_000;

/** True if the first one or two parts of the query's key are among the names. */
export const isNamed = ({ queryKey }: Pick<Query, 'queryKey'>, names: readonly string[]): boolean =>
  names.some((name) => name === queryKey[0] || name === queryKey.slice(0, 2).join('.'));

export const isMoney = (query: Pick<Query, 'queryKey'>): boolean => isNamed(query, MONEY);

/** The answer of a read about money is stale after a minute, every other one never. */
export const freshFor = (query: Query): number => (isMoney(query) ? FRESH_MS : Number.POSITIVE_INFINITY);

let enteredAt = 0;

/** Notes that the person enters a screen, or asks for the newest amounts. */
export const enterScreen = (): void => {
  enteredAt = Date.now();
};

/**
 * Makes a read about money outdate the answers about money from before the screen was entered, and read again those of
 * them that the screen shows, so that two screens, or two parts of one, never contradict each other (D32).
 */
export const keepMoneyFresh = (queryClient: QueryClient): void => {
  focusManager.subscribe((isFocused) => isFocused && enterScreen());

  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'fetch' || !isMoney(event.query)) {
      return;
    }

    const isOlder = (query: Query) => {
      const { fetchStatus, dataUpdatedAt } = query.state;

      return isMoney(query) && fetchStatus === 'idle' && dataUpdatedAt > 0 && dataUpdatedAt < enteredAt;
    };
    // A loader asks before its screen is there, while the last one is still shown.
    const isShown = event.query.getObserversCount() > 0;
    void queryClient.invalidateQueries({ predicate: isOlder, refetchType: isShown ? 'active' : 'none' });
  });
};
