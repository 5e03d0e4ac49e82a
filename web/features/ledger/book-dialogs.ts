import { HandCoins } from 'lucide-react';
import type { DialogTable } from '../../lib/dialogs.ts';

export const RECOVERY_TITLE = 'Recovery of a deleted client’s invoice';

/** The dialogs about the books that belong to no client. */
export const BOOK_DIALOGS: DialogTable<'retained.recover'> = {
  'retained.recover': {
    over: 'page',
    at: { section: 'bookkeeping' },
    label: "Record a recovery of a deleted client's invoice",
    synonyms: 'bad debt written off closed account payment',
    icon: HandCoins,
    title: RECOVERY_TITLE,
    load: async () => (await import('./retained-recovery-dialog.tsx')).RetainedRecoveryDialog,
  },
};
