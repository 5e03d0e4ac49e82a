import {
  BookOpenText,
  HandCoins,
  LayoutDashboard,
  ListTodo,
  Stethoscope,
  UserRound,
  UsersRound,
} from 'lucide-react';
import type { Act } from '../lib/act.ts';

/** The pages of the sidebar. */
export const ADMIN_PAGES = {
  dashboard: {
    id: 'page.dashboard',
    label: 'Dashboard',
    icon: LayoutDashboard,
    link: { to: '/admin', search: {} },
  },
  users: {
    id: 'page.users',
    label: 'User Management',
    icon: UsersRound,
    link: { to: '/admin', search: { section: 'users' } },
  },
  debtors: {
    id: 'page.debtors',
    label: 'Debtors',
    icon: HandCoins,
    link: { to: '/admin', search: { section: 'debtors' } },
  },
  bookkeeping: {
    id: 'page.bookkeeping',
    label: 'Bookkeeping',
    icon: BookOpenText,
    link: { to: '/admin', search: { section: 'bookkeeping' } },
  },
  jobs: {
    id: 'page.jobs',
    label: 'Background Jobs',
    icon: ListTodo,
    link: { to: '/admin', search: { section: 'jobs' } },
  },
} as const satisfies Record<string, Act>;

/** The page of the account menu. */
export const MY_ACCOUNT: Act = {
  id: 'page.account',
  label: 'My account',
  icon: UserRound,
  link: { to: '/admin', search: { section: 'account' } },
};

/** What the account menu opens over the page. */
export const ADMIN_TOOLS: Act[] = [
  {
    id: 'page.console',
    label: 'System Debug Console',
    icon: Stethoscope,
    link: { to: '/admin', search: (shown: object) => ({ ...shown, debug: true }) },
  },
];
