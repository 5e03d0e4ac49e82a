import { FileCheck, FileText } from 'lucide-react';
import { type DialogTable, readId } from '../../lib/address/dialogs.ts';
import { readMonth } from '../../lib/address/search-params.ts';
import type { ShownReport } from './queries.ts';

const VAT_REPORT = { over: 'page', at: { section: 'bookkeeping', book: 'vat' } } as const;

/** Reads a VAT report, such as '2026-10:4123456789': the last month of its period, and its number. */
const readReport = (text: string): ShownReport | undefined => {
  const [month, vatNumber] = text.split(':');
  const period = readMonth(month);

  return period && vatNumber ? { period, vatNumber } : undefined;
};

/** Reads a VAT report and a voided invoice in it, such as '2026-10:4123456789:14'. */
const readVoided = (text: string): { report: ShownReport; invoiceId: number } | undefined => {
  const report = readReport(text);
  const invoiceId = readId(text.split(':')[2] ?? '');

  return report && invoiceId ? { report, invoiceId } : undefined;
};

export const subjectOfReport = ({ period, vatNumber }: ShownReport): string => `${period}:${vatNumber}`;

type BookDialog = 'vat.file' | 'missing-note.issue';

/** The dialogs about the books that belong to no client. */
export const BOOK_DIALOGS: DialogTable<BookDialog> = {
  'vat.file': {
    ...VAT_REPORT,
    label: 'File VAT report',
    icon: FileCheck,
    title: 'File this VAT report?',
    role: 'alertdialog',
    size: 'sm',
    readSubject: readReport,
    load: async () => (await import('./file-vat-dialog.tsx')).FileVatDialog,
  },
  'missing-note.issue': {
    ...VAT_REPORT,
    label: 'Issue the missing credit note',
    icon: FileText,
    readSubject: readVoided,
    load: async () => (await import('./missing-note-dialog.tsx')).MissingNoteDialog,
  },
};
