import { AtSign, KeyRound } from 'lucide-react';
import type { DialogTable } from '../../lib/address/dialogs.ts';
import { PASSWORD_CONSEQUENCE } from './password-consequence.ts';

/** The forms of one's own account, which both panels open. */
export const OWN_DIALOGS: DialogTable<'own.password' | 'own.email'> = {
  'own.password': {
    over: 'page',
    label: 'Change password',
    icon: KeyRound,
    description: PASSWORD_CONSEQUENCE,
    load: async () => (await import('./change-password-dialog.tsx')).ChangePasswordDialog,
  },
  'own.email': {
    over: 'page',
    label: 'Change email',
    synonyms: 'address',
    icon: AtSign,
    load: async () => (await import('./change-email-dialog.tsx')).ChangeEmailDialog,
  },
};
