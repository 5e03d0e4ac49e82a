import { ShieldOff } from 'lucide-react';
import { type DialogTable, readId } from '../../lib/address/dialogs.ts';
import { RECORD_ACTS } from '../../lib/address/record-acts.ts';
import { oneOf } from '../../lib/address/search-params.ts';
import { RESET_WAYS } from './reset-ways.ts';

const readField = oneOf(['User_Name', 'User_Address', 'User_Status']);
const readWay = oneOf(RESET_WAYS);

const readNext = oneOf(['invoice.new']);

/** Reads the id of a user and, after further colons, what is chosen in the dialog and the dialog that follows it. */
const readUserAnd =
  <Choice>(read: (text: string | undefined) => Choice) =>
  (text: string) => {
    const [id = '', choice, next] = text.split(':');
    const userId = readId(id);

    return userId === undefined ? undefined : { userId, choice: read(choice), next: readNext(next) };
  };

type UserDialog = 'user.edit' | 'user.reset' | 'user.invite' | 'user.delete' | 'user.factors';

/** The dialogs about an account. */
export const USER_DIALOGS: DialogTable<UserDialog> = {
  'user.edit': {
    ...RECORD_ACTS['user.edit'],
    title: 'Edit User',
    size: 'wide',
    /** The field that is focused first may follow, and the dialog that comes back afterwards. */
    readSubject: readUserAnd(readField),
    load: async () => (await import('./edit-user-dialog.tsx')).EditUserDialog,
  },
  'user.reset': {
    ...RECORD_ACTS['user.reset'],
    /** How the password is reset may follow; by default by a link. */
    readSubject: readUserAnd(readWay),
    load: async () => (await import('./reset-password-dialog.tsx')).ResetPasswordDialog,
  },
  'user.invite': {
    ...RECORD_ACTS['user.invite'],
    title: 'Invite client?',
    readSubject: readId,
    load: async () => (await import('./invite-dialog.tsx')).InviteDialog,
  },
  'user.delete': {
    ...RECORD_ACTS['user.delete'],
    title: 'Delete user?',
    role: 'alertdialog',
    readSubject: readId,
    load: async () => (await import('./delete-user-dialog.tsx')).DeleteUserDialog,
  },
  'user.factors': {
    over: 'user',
    label: 'Remove factors',
    icon: ShieldOff,
    isDestructive: true,
    title: 'Remove the second factors?',
    readSubject: readId,
    load: async () => (await import('./remove-factors-dialog.tsx')).RemoveFactorsDialog,
  },
};
