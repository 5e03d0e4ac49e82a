import type { QueryClient } from '@tanstack/react-query';

/** Query key of the client's own figures, services and activities, which writes of other areas change, too. */
export const CLIENT_KEY = ['client'] as const;

/** Query key of the figures of the administrators' dashboard, which writes of several areas change. */
export const FIGURES_KEY = ['figures'] as const;

/** Query key of the figures over a client's record, which writes of services and invoices change, too. */
export const summaryKeyOf = (userId: number) => ['users', 'summary', userId] as const;

/** Query keys of what writes of several areas change: one's own sessions and mails, and those of one account. */
export const OWN_SESSIONS_KEY = ['sessions', 'own'] as const;
export const OWN_MAILS_KEY = ['mails', 'own'] as const;
export const sessionsKeyOf = (userId: number) => ['sessions', 'of-user', userId] as const;
export const mailsKeyOf = (userId: number) => ['mails', 'of-user', userId] as const;

/** Query key of payments, open items, statements and debtors. */
export const LEDGER_KEY = ['ledger'] as const;

/** Query key of the lists of invoices, which payments change, too. */
export const INVOICE_LISTS_KEY = ['invoices', 'list'] as const;

/** Reads what is computed from a client's services and invoices again, after a write of them. */
export const refreshSummary = (queryClient: QueryClient, userId: number): void => {
  void queryClient.invalidateQueries({ queryKey: summaryKeyOf(userId) });
  void queryClient.invalidateQueries({ queryKey: ['users', 'list'] });
  void queryClient.invalidateQueries({ queryKey: FIGURES_KEY });
};

/** Reads everything again that shows a client's money, and the mails about it, after a write of an invoice or a payment. */
export const refreshMoney = (queryClient: QueryClient, userId: number): Promise<void> => {
  refreshSummary(queryClient, userId);
  void queryClient.invalidateQueries({ queryKey: ['users', 'detail', userId] });
  void queryClient.invalidateQueries({ queryKey: LEDGER_KEY });
  void queryClient.invalidateQueries({ queryKey: mailsKeyOf(userId) });

  return queryClient.invalidateQueries({ queryKey: [...INVOICE_LISTS_KEY, userId] });
};
