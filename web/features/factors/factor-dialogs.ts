import { KeyRound } from 'lucide-react';
import type { DialogTable } from '../../lib/address/dialogs.ts';

/** The dialogs about the second factors of one's own account. */
export const FACTOR_DIALOGS: DialogTable<'own.app' | 'own.codes'> = {
  'own.app': {
    over: 'page',
    label: 'Set up an authenticator app',
    synonyms: 'second factor two-factor 2fa totp',
    icon: KeyRound,
    load: async () => (await import('./app-dialog.tsx')).AppDialog,
  },
  'own.codes': {
    over: 'page',
    label: 'Make new recovery codes',
    icon: KeyRound,
    load: async () => (await import('./renew-codes-dialog.tsx')).RenewCodesDialog,
  },
};
