import { Input } from '@chakra-ui/react';
import { passwordBody } from '#shared/contract/account.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { PasswordInput } from '../../components/form/password-input.tsx';
import type { DialogProps } from '../../lib/address/dialogs.ts';
import { PASSWORD_HINT } from '../../lib/forms/password-hint.ts';
import { useZodForm } from '../../lib/forms/use-zod-form.ts';
import { useUser } from '../../lib/session/session.ts';
import { useChangePassword } from './mutations.ts';
import { PASSWORD_CONSEQUENCE } from './password-consequence.ts';

export const ChangePasswordDialog = ({ onClose, onDone }: DialogProps) => {
  const user = useUser();
  const change = useChangePassword();
  const form = useZodForm(passwordBody, { currentPassword: '', User_Pass_Bkp: '' });
  const { errors } = form.formState;

  return (
    <FormDialog
      title="Change password"
      description={PASSWORD_CONSEQUENCE}
      firstField="currentPassword"
      submitLabel="Change password"
      refusal="Password not changed"
      form={form}
      save={change}
      inputOf={(passwords) => passwords}
      onSaved={onDone}
      onClose={onClose}
    >
      {/* A password manager stores the new password under this name. */}
      <Input hidden readOnly autoComplete="username" value={user.User_Email} />
      <FormField label="Current password" error={errors.currentPassword?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
      </FormField>
      <FormField label="New password" error={errors.User_Pass_Bkp?.message} hint={PASSWORD_HINT}>
        <PasswordInput autoComplete="new-password" {...form.register('User_Pass_Bkp')} />
      </FormField>
    </FormDialog>
  );
};
