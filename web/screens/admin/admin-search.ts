import {
  CONTROL_ROWS,
  DEBTOR_SORTS,
  JOB_STATES,
  PAGE_MAX,
  PAGE_SIZES,
  ROLES,
  SEARCH_LENGTH_MAX,
  SORT_ORDERS,
  TIMELINE_KINDS,
  UNIDENTIFIED_ROWS,
  USER_GROUPS,
  USER_SORTS,
  USER_STATUSES,
  VAT_NUMBER_LENGTH_MAX,
} from '#shared/contract/limits.ts';
import { ACCOUNT_TABS } from '../../features/account/account-search.ts';
import {
  calendarDay,
  oneOf,
  openText,
  positiveAmount,
  positiveInteger,
  positiveIntegerUpTo,
  readSearch,
  textUpTo,
} from '../../lib/address/search-params.ts';
import { BOOKS } from '../../lib/money/books.ts';
import type { ADMIN_DIALOGS } from './admin-dialogs.tsx';

type AdminDialog = keyof typeof ADMIN_DIALOGS;
/** What the address opens: a dialog and its subject. */
export type AdminOpen = AdminDialog | `${AdminDialog}:${string}`;

const RECORD_TABS = ['services', 'invoices', 'payments', 'sessions', 'mails', 'timeline'] as const;

/** What is open over a section. */
const DIALOGS = {
  /** The client whose detail is open, and its tab. */
  client: positiveInteger,
  tab: oneOf(RECORD_TABS),
  /** What the timeline shows. */
  kind: oneOf(TIMELINE_KINDS),
  /** The form that is open in the tab. */
  new: oneOf(['service']),
  /** The open dialog of web/screens/admin/admin-dialogs.tsx. */
  open: (value: unknown) => openText(value) as AdminOpen | undefined,
};

const page = { page: positiveIntegerUpTo(PAGE_MAX), limit: oneOf(PAGE_SIZES) };
const period = { from: calendarDay, to: calendarDay };
/** As long as the words of a row or of a filter, and an account's digits. */
const shortText = textUpTo(40);
const vatText = textUpTo(VAT_NUMBER_LENGTH_MAX);
/** The VAT report, whose code reads them: the last month of its tax period, its number, and the row that is open. */
const vatReport = { vatPeriod: vatText, vatNumber: vatText, vatRow: vatText };

/** The parameters of each section besides; the dashboard is no section and has none. */
const SECTIONS = {
  users: {
    ...page,
    search: textUpTo(SEARCH_LENGTH_MAX),
    role: oneOf(ROLES),
    status: oneOf(USER_STATUSES),
    only: oneOf(USER_GROUPS),
    mail: oneOf(['blocked']),
    sort: oneOf(USER_SORTS),
    order: oneOf(SORT_ORDERS),
  },
  debtors: {
    ...page,
    search: textUpTo(SEARCH_LENGTH_MAX),
    /** The smallest amount owed. */
    min: positiveAmount,
    overdue: oneOf([true]),
    /** A past day; without one the list is as at today. */
    asAt: calendarDay,
    /** Which clients; by default those who owe. */
    list: oneOf(['credits']),
    sort: oneOf(DEBTOR_SORTS),
    direction: oneOf(SORT_ORDERS),
  },
  bookkeeping: {
    ...period,
    ...vatReport,
    /** By default the control account. */
    book: oneOf(BOOKS),
    /** The row of the control account whose entries are shown, and their page. */
    row: oneOf([...CONTROL_ROWS, ...UNIDENTIFIED_ROWS]),
    page: page.page,
    /** The bank reconciliation, whose code reads them: its month, and the row and account that are open. */
    month: textUpTo('2026-10'.length),
    bankRow: shortText,
    bankAccount: shortText,
    /** The closing whose age analysis is shown in place of the months. */
    closedAges: positiveInteger,
  },
  bank: {
    /** The open file; without one the files are listed. */
    file: positiveInteger,
    /** Which of its lines; the code of the section reads it. */
    bankState: shortText,
    /** The only line that is shown, for a link from a payment. */
    line: positiveInteger,
    view: oneOf(['unidentified']),
    page: page.page,
  },
  'billing-run': {
    /** The open run; without one a month is chosen, and the runs are listed. */
    run: positiveInteger,
    /** Which of its lines; the code of the section reads it. */
    lines: shortText,
    search: textUpTo(SEARCH_LENGTH_MAX),
    page: page.page,
  },
  /** `of` is the client. */
  statement: { ...period, of: positiveInteger },
  /** Which background jobs are shown; by default the failed ones. */
  jobs: { state: oneOf([...JOB_STATES, 'all']) },
  /** `tab` is that of the open record or, without one, of one's own account. */
  account: { tab: oneOf([...RECORD_TABS, ...ACCOUNT_TABS]) },
};

type Read<Readers extends Record<string, (value: unknown) => unknown>> = {
  [Name in keyof Readers]?: ReturnType<Readers[Name]>;
};
export type AdminSection = keyof typeof SECTIONS;
export type OverSection = Read<typeof DIALOGS>;
export type OfSection<Section extends AdminSection> = Read<(typeof SECTIONS)[Section]>;

/** The part of the admin panel's state that is in the address. */
export type AdminSearch =
  | ({ section?: undefined } & OverSection)
  | {
      [Section in AdminSection]: { section: Section } & OfSection<Section> &
        Omit<OverSection, keyof OfSection<Section>>;
    }[AdminSection];

const readName = oneOf(Object.keys(SECTIONS) as AdminSection[]);

/** Reads an address. An unreadable parameter counts as missing, and so does one of another section. */
export const adminSearch = (search: Record<string, unknown>): AdminSearch => {
  const named = readName(search.section);
  // Without its client a statement is chosen among the debtors.
  const section = named === 'statement' && !positiveInteger(search.of) ? 'debtors' : named;

  return readSearch({ section: () => section, ...DIALOGS, ...(section && SECTIONS[section]) })(
    search,
  ) as AdminSearch;
};
