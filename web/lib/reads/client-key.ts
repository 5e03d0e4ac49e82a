/** Query key of the client's own figures, services and activities, which the first copy of tickets changes, too. */
export const CLIENT_KEY = ['client'] as const;

/** Query key of the figures of the admin dashboard, of which one is the health that the debug console checks. */
export const STATS_KEY = ['users', 'stats'] as const;

/** Query key of payments, open items, statements and debtors. */
export const LEDGER_KEY = ['ledger'] as const;
