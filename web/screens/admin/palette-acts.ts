import { BookOpenText, Download, FileUp, RotateCcw } from 'lucide-react';
import { JOB_KINDS, jobKinds } from '#shared/job-kinds.ts';
import { CLOSING_DIALOGS } from '../../features/books/closings/closing-dialogs.ts';
import { actsOfInvoice } from '../../features/invoices/invoice-acts.ts';
import { openPdfTab, useDownloadPdf } from '../../features/invoices/use-download-pdf.ts';
import { useRetryAllJobs } from '../../features/jobs/mutations.ts';
import { copyActsOf } from '../../features/users/record/copy-acts.ts';
import { actsOfUser, contactActsOf } from '../../features/users/user-acts.ts';
import type { Act } from '../../lib/acts/act.ts';
import { linkToAdmin } from '../../lib/address/admin-link.ts';
import { dialogAct } from '../../lib/address/dialogs.ts';
import { RECORD_ACTS } from '../../lib/address/record-acts.ts';
import { useExport } from '../../lib/browser/use-export.ts';
import { readCsvForm } from '../../lib/forms/csv-form.ts';
import { lastMonth } from '../../lib/money/periods.ts';
import { api } from '../../lib/reads/api.ts';
import { actsOfOwnAccount } from '../own-account-acts.ts';
import type { FoundByAdmin } from './found-by-admin.ts';

/** What the buttons of the pages do, without going there. */
export const usePageActs = (): Act[] => {
  const exportUsers = useExport(api.users.export);
  const exportDebtors = useExport(api.debtors.export);
  const exportLedger = useExport(api.books.export);
  const retryAll = useRetryAllJobs();

  return [
    ...actsOfOwnAccount({ user_role: 'admin', mail: 'on' }),
    dialogAct(CLOSING_DIALOGS, 'month.close'),
    {
      id: 'ledger.control-account',
      label: 'Control account',
      synonyms: 'month-end totals balance bookkeeping',
      icon: BookOpenText,
      link: linkToAdmin({ section: 'bookkeeping' }),
    },
    dialogAct(RECORD_ACTS, 'retained.recover'),
    {
      id: 'bank.read',
      label: 'Read a bank file',
      synonyms: 'statement csv upload import payments',
      icon: FileUp,
      link: linkToAdmin({ section: 'bank' }),
    },
    {
      id: 'users.export',
      label: 'Export all users as CSV',
      synonyms: 'clients download file',
      icon: Download,
      run: () => exportUsers.mutate({ query: { for: readCsvForm() } }),
    },
    {
      id: 'debtors.export',
      label: 'Export all debtors as CSV',
      synonyms: 'ageing owed download file',
      icon: Download,
      run: () => exportDebtors.mutate({ query: { for: readCsvForm() } }),
    },
    {
      id: 'books.export',
      label: 'Entries of last month as CSV',
      synonyms: 'export bookkeeping download file',
      icon: Download,
      run: () => exportLedger.mutate({ query: { ...lastMonth(new Date()), for: readCsvForm() } }),
    },
    ...JOB_KINDS.map(
      (kind): Act => ({
        id: `jobs.retry-all.${kind}`,
        label: `Try all again: ${jobKinds[kind].label}`,
        synonyms: 'retry failed jobs',
        icon: RotateCcw,
        run: () => retryAll.mutate(kind),
      }),
    ),
  ];
};

/** Everything that the menus offer on an account. */
export const actsOfClient = (
  userId: number,
  { email, phone, owNumber }: Partial<Record<'email' | 'phone' | 'owNumber', string | null>> = {},
): Act[] => [
  ...actsOfUser({ User_Id: userId }),
  ...contactActsOf({ User_Email: email ?? '', User_Mobile: phone ?? null }).map(
    ({ href, ...act }): Act => ({ ...act, run: () => location.assign(href) }),
  ),
  ...copyActsOf({ OWNumber: owNumber ?? '' }),
];

/** Returns the acts on something that was found, in groups with a title. */
export const useActsOn = () => {
  const download = useDownloadPdf('invoices');
  const open = (id: number) => download.mutate({ id, tab: openPdfTab('invoices', id) });

  return ({ label, userId, userName, customer, invoice }: FoundByAdmin) => [
    { title: label, items: invoice ? actsOfInvoice(invoice, open) : [] },
    { title: userName, items: actsOfClient(userId, customer) },
  ];
};
