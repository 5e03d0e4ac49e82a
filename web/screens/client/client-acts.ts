import {
  Banknote,
  FileText,
  LayoutDashboard,
  LifeBuoy,
  ScrollText,
  Signal,
  TicketPlus,
  UserRound,
} from 'lucide-react';
import type { Act } from '../../lib/acts/act.ts';

/** The pages of the sidebar. */
export const CLIENT_PAGES = [
  { id: 'dashboard', label: 'Dashboard', icon: LayoutDashboard, link: { to: '/client', search: {} } },
  {
    id: 'services',
    label: 'Active Services',
    icon: Signal,
    link: { to: '/client', search: { section: 'services' } },
  },
  {
    id: 'invoices',
    label: 'Invoices',
    synonyms: 'payments owe owed',
    icon: FileText,
    link: { to: '/client', search: { section: 'invoices' } },
  },
  {
    id: 'support',
    label: 'Support',
    icon: LifeBuoy,
    link: { to: '/client', search: { section: 'support' } },
  },
  {
    id: 'profile',
    label: 'Profile',
    icon: UserRound,
    link: { to: '/client', search: { section: 'profile' } },
  },
] as const satisfies readonly Act[];

export const PAY: Act = {
  id: 'pay',
  label: 'How to pay',
  synonyms: 'eft bank details account reference owe owed',
  icon: Banknote,
  link: { to: '/client', search: { section: 'invoices', pay: true } },
};

export const STATEMENT: Act = {
  id: 'statement',
  label: 'Statement',
  synonyms: 'account balance payments owe owed print csv',
  icon: ScrollText,
  link: { to: '/client', search: { section: 'statement' } },
};

export const CREATE_TICKET: Act = {
  id: 'ticket.new',
  label: 'Create Ticket',
  icon: TicketPlus,
  link: { to: '/client', search: { section: 'support', open: 'ticket.new' } },
};
