import { SEARCH_LENGTH_MAX, TICKET_FILTERS } from '#shared/contract/limits.ts';
import { ACCOUNT_TABS } from '../../features/account/account-search.ts';
import { calendarDay, oneOf, openText, readSearch, textUpTo } from '../../lib/address/search-params.ts';
import type { CLIENT_DIALOGS } from './client-dialogs.tsx';

type ClientDialog = keyof typeof CLIENT_DIALOGS;
/** What the address opens: a dialog and its subject. */
export type ClientOpen = ClientDialog | `${ClientDialog}:${string}`;

const INVOICE_TABS = ['paid', 'payments', 'credit-notes'] as const;

/** The part of the client portal's state that is in the address. */
export const clientSearch = readSearch({
  section: oneOf(['services', 'invoices', 'statement', 'support', 'profile']),
  /** The period of the statement. */
  from: calendarDay,
  to: calendarDay,
  /** Which tickets are shown, by default all; or the tab of the invoices, by default the open ones. */
  show: oneOf([...TICKET_FILTERS, ...INVOICE_TABS]),
  /** How to pay is open. */
  pay: oneOf([true]),
  /** The words that the shown tickets contain. */
  search: textUpTo(SEARCH_LENGTH_MAX),
  /** The tab of the profile; by default the details. */
  tab: oneOf(ACCOUNT_TABS),
  /** The open dialog of web/screens/client/client-dialogs.tsx. */
  open: (value: unknown) => openText(value) as ClientOpen | undefined,
});
export type ClientSearch = ReturnType<typeof clientSearch>;
export type ClientSection = NonNullable<ClientSearch['section']> | 'dashboard';
