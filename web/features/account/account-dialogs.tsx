import type { OwnUser } from '#shared/contract/auth.ts';
import { lazyDialog } from '../../components/dialog/lazy-dialog.tsx';
import { mayChangeAddress } from './account-links.ts';
import type { ACCOUNT_CHANGES } from './account-search.ts';
import { PASSWORD_CONSEQUENCE } from './password-consequence.ts';

const ChangeEmailDialog = lazyDialog(() => import('./change-email-dialog.tsx'), 'ChangeEmailDialog', {
  title: 'Change email address',
  height: '15rem',
});
const ChangePasswordDialog = lazyDialog(
  () => import('./change-password-dialog.tsx'),
  'ChangePasswordDialog',
  {
    title: 'Change password',
    description: PASSWORD_CONSEQUENCE,
    height: { base: '19rem', md: '17.5rem' },
  },
);

/** The forms of one's own account by the parameter that opens them, for `usePreload`. */
export const ACCOUNT_FORMS = { 'change=email': ChangeEmailDialog, 'change=password': ChangePasswordDialog };

interface AccountDialogsProps {
  user: OwnUser;
  change: (typeof ACCOUNT_CHANGES)[number] | undefined;
  onClose: () => void;
}

/** The form that the address names. */
export const AccountDialogs = ({ user, change, onClose }: AccountDialogsProps) => (
  <>
    {change === 'email' && mayChangeAddress(user) && <ChangeEmailDialog user={user} onClose={onClose} />}
    {change === 'password' && <ChangePasswordDialog user={user} onClose={onClose} />}
  </>
);
