import { Ban, CalendarDays, Play, Send, Trash2 } from 'lucide-react';
import { type DialogTable, readId } from '../../lib/address/dialogs.ts';

const RUN = { over: 'page', at: { section: 'billing-run' }, readSubject: readId } as const;

type BillingDialog =
  | 'billing-run.start'
  | 'billing-run.continue'
  | 'billing-run.cancel'
  | 'billing-run.due'
  | 'billing-run.delete';

/** The dialogs about a billing run. */
export const BILLING_DIALOGS: DialogTable<BillingDialog> = {
  'billing-run.start': {
    ...RUN,
    label: 'Issue the invoices',
    icon: Send,
    title: 'Issue the invoices?',
    role: 'alertdialog',
    load: async () => (await import('./dialogs/start-dialog.tsx')).StartDialog,
  },
  'billing-run.continue': {
    ...RUN,
    label: 'Go on',
    icon: Play,
    title: 'Go on with the run?',
    role: 'alertdialog',
    size: 'sm',
    load: async () => (await import('./dialogs/continue-dialog.tsx')).ContinueDialog,
  },
  'billing-run.cancel': {
    ...RUN,
    label: 'Cancel the run',
    icon: Ban,
    isDestructive: true,
    title: 'Cancel the run?',
    role: 'alertdialog',
    size: 'sm',
    load: async () => (await import('./dialogs/cancel-dialog.tsx')).CancelDialog,
  },
  'billing-run.due': {
    ...RUN,
    label: 'Change the due date',
    icon: CalendarDays,
    title: 'Change the due date?',
    load: async () => (await import('./dialogs/due-dialog.tsx')).DueDialog,
  },
  'billing-run.delete': {
    ...RUN,
    label: 'Throw the draft away',
    icon: Trash2,
    isDestructive: true,
    title: 'Throw the draft away?',
    role: 'alertdialog',
    size: 'sm',
    load: async () => (await import('./dialogs/delete-dialog.tsx')).DeleteDialog,
  },
};
