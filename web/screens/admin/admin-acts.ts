import {
  BookOpenText,
  HandCoins,
  Landmark,
  LayoutDashboard,
  ListTodo,
  ReceiptText,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { DEBUG_DIALOGS } from '../../features/debug/debug-dialogs.ts';
import type { Act } from '../../lib/acts/act.ts';
import { linkToAdmin } from '../../lib/address/admin-link.ts';
import { dialogAct } from '../../lib/address/dialogs.ts';

/** The pages of the sidebar. */
export const ADMIN_PAGES = {
  dashboard: {
    id: 'page.dashboard',
    label: 'Dashboard',
    keys: 'G then D',
    icon: LayoutDashboard,
    link: linkToAdmin({}),
  },
  users: {
    id: 'page.users',
    label: 'User Management',
    keys: 'G then U',
    icon: UsersRound,
    link: linkToAdmin({ section: 'users' }),
  },
  debtors: {
    id: 'page.debtors',
    label: 'Debtors',
    keys: 'G then B',
    icon: HandCoins,
    link: linkToAdmin({ section: 'debtors' }),
  },
  bank: {
    id: 'page.bank',
    label: 'Bank',
    synonyms: 'statement file csv lines',
    keys: 'G then K',
    icon: Landmark,
    link: linkToAdmin({ section: 'bank' }),
  },
  'billing-run': {
    id: 'page.billing-run',
    label: 'Billing run',
    synonyms: 'monthly invoices month draft issue',
    keys: 'G then R',
    icon: ReceiptText,
    link: linkToAdmin({ section: 'billing-run' }),
  },
  bookkeeping: {
    id: 'page.bookkeeping',
    label: 'Bookkeeping',
    keys: 'G then O',
    icon: BookOpenText,
    link: linkToAdmin({ section: 'bookkeeping' }),
  },
  jobs: {
    id: 'page.jobs',
    label: 'Background Jobs',
    keys: 'G then J',
    icon: ListTodo,
    link: linkToAdmin({ section: 'jobs' }),
  },
} as const satisfies Record<string, Act>;

/** The page of the account menu. */
export const MY_ACCOUNT: Act = {
  id: 'page.account',
  label: 'My account',
  icon: UserRound,
  link: linkToAdmin({ section: 'account' }),
};

/** What the account menu opens over the page. */
export const ADMIN_TOOLS: Act[] = [dialogAct(DEBUG_DIALOGS, 'debug.console')];
