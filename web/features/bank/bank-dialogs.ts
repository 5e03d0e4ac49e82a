import { CalendarDays, CopyCheck, Undo2 } from 'lucide-react';
import { type DialogTable, readId } from '../../lib/address/dialogs.ts';

const BANK = { over: 'page', at: { section: 'bank' }, readSubject: readId } as const;

type BankDialog = 'bank-file.take-back' | 'bank-file.first-day' | 'bank-file.same';

/** The dialogs about a bank's file. */
export const BANK_DIALOGS: DialogTable<BankDialog> = {
  'bank-file.take-back': {
    ...BANK,
    label: 'Take back',
    icon: Undo2,
    isDestructive: true,
    title: 'Take the file back?',
    role: 'alertdialog',
    size: 'sm',
    load: async () => (await import('./take-back-dialog.tsx')).TakeBackDialog,
  },
  'bank-file.first-day': {
    ...BANK,
    label: 'Change the first day',
    icon: CalendarDays,
    title: 'Change the first day?',
    load: async () => (await import('./first-day-dialog.tsx')).FirstDayDialog,
  },
  'bank-file.same': {
    ...BANK,
    label: 'They are the same',
    icon: CopyCheck,
    title: 'Are these lines the same as before?',
    role: 'alertdialog',
    size: 'sm',
    load: async () => (await import('./same-dialog.tsx')).SameDialog,
  },
};
