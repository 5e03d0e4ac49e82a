import { CalendarCheck, LockOpen, Table2 } from 'lucide-react';
import type { DialogTable } from '../../../lib/address/dialogs.ts';
import { readMonth } from '../../../lib/address/search-params.ts';

const CLOSED_MONTHS = { over: 'page', at: { section: 'bookkeeping', book: 'closings' } } as const;

type ClosingDialog = 'month.close' | 'month.open' | 'month.figures';

/** The dialogs about the books of a month. */
export const CLOSING_DIALOGS: DialogTable<ClosingDialog> = {
  'month.close': {
    ...CLOSED_MONTHS,
    label: 'Close a month',
    synonyms: 'month-end books closed open again reopen bookkeeping',
    icon: CalendarCheck,
    load: async () => (await import('./close-dialog.tsx')).CloseDialog,
  },
  'month.open': {
    ...CLOSED_MONTHS,
    label: 'Open again',
    icon: LockOpen,
    title: 'Open a month again?',
    readSubject: readMonth,
    load: async () => (await import('./open-month-dialog.tsx')).OpenMonthDialog,
  },
  'month.figures': {
    ...CLOSED_MONTHS,
    label: 'Figures',
    icon: Table2,
    title: 'Figures of the month',
    size: 'wide',
    readSubject: readMonth,
    load: async () => (await import('./closing-figures-dialog.tsx')).ClosingFigures,
  },
};
