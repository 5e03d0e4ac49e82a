import {
  DEBTOR_SORTS,
  JOB_STATES,
  PAGE_MAX,
  PAGE_SIZES,
  ROLES,
  SEARCH_LENGTH_MAX,
  SORT_ORDERS,
  USER_GROUPS,
  USER_SORTS,
  USER_STATUSES,
} from '#shared/contract/limits.ts';
import { ACCOUNT_CHANGES, ACCOUNT_TABS } from '../features/account/account-search.ts';
import { MONEY_FORMS } from '../features/ledger/money-forms.ts';
import { RESET_WAYS } from '../features/users/reset-ways.ts';
import {
  calendarDay,
  oneOf,
  positiveInteger,
  positiveIntegerUpTo,
  readSearch,
  textUpTo,
} from '../lib/search-params.ts';

/** The part of the admin panel's state that is in the address. */
export const adminSearch = readSearch({
  section: oneOf(['users', 'debtors', 'bookkeeping', 'statement', 'jobs', 'account']),
  page: positiveIntegerUpTo(PAGE_MAX),
  limit: oneOf(PAGE_SIZES),
  search: textUpTo(SEARCH_LENGTH_MAX),
  role: oneOf(ROLES),
  status: oneOf(USER_STATUSES),
  only: oneOf(USER_GROUPS),
  mail: oneOf(['blocked']),
  sort: oneOf(USER_SORTS),
  order: oneOf(SORT_ORDERS),
  /** The order of the debtors. */
  rank: oneOf(DEBTOR_SORTS),
  /** The client whose statement is shown. */
  of: positiveInteger,
  /** The period of a statement or of the totals. */
  from: calendarDay,
  to: calendarDay,
  /** Which background jobs are shown; by default the failed ones. */
  state: oneOf([...JOB_STATES, 'all']),
  /** The client whose detail is open. */
  client: positiveInteger,
  /** The tab of that detail, or of one's own account. */
  tab: oneOf(['services', 'invoices', 'payments', 'sessions', 'changes', ...ACCOUNT_TABS]),
  /** The form of one's own account that is open. */
  change: oneOf(ACCOUNT_CHANGES),
  /** The form that is open in the tab. */
  new: oneOf(['service', 'invoice', ...MONEY_FORMS]),
  /** The payment that is about to be reversed. */
  reverse: positiveInteger,
  /** The reversed payment that is about to be recorded again. */
  replaces: positiveInteger,
  /** The user whose dialog is open. */
  edit: positiveInteger,
  /** The field of the edit dialog that is focused first. */
  field: oneOf(['User_Name', 'User_Address']),
  reset: positiveInteger,
  /** How the password is reset; by default by a link. */
  by: oneOf(RESET_WAYS),
  delete: positiveInteger,
  /** The debug console is open. */
  debug: oneOf([true]),
});
export type AdminSearch = ReturnType<typeof adminSearch>;
