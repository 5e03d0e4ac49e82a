import { Input } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { passwordBody } from '#shared/contract/account.ts';
import type { OwnUser } from '#shared/contract/auth.ts';
import { FormField } from '../../components/form-field.tsx';
import { PasswordInput } from '../../components/password-input.tsx';
import { useUnsavedWork } from '../../components/unsaved-work.tsx';
import { PASSWORD_HINT } from '../../lib/password-hint.ts';
import { showFieldErrors } from '../../lib/show-field-errors.ts';
import { toast } from '../../lib/toast.ts';
import { useChangePassword } from './api/use-change-password.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { PASSWORD_CONSEQUENCE } from './password-consequence.ts';

interface ChangePasswordDialogProps {
  user: OwnUser;
  onClose: () => void;
}

export const ChangePasswordDialog = ({ user, onClose }: ChangePasswordDialogProps) => {
  const change = useChangePassword();
  const form = useForm({
    resolver: zodResolver(passwordBody),
    defaultValues: { currentPassword: '', User_Pass_Bkp: '' },
  });
  const { errors, isDirty } = form.formState;
  const unsavedWork = useUnsavedWork(isDirty);

  const submit = form.handleSubmit((passwords) =>
    change.mutate(passwords, {
      onSuccess: () => {
        toast({
          title: 'Your password is changed',
          description: 'Every other browser was signed out. This one stays signed in.',
          tone: 'success',
        });
        unsavedWork.release();
        onClose();
      },
      onError: (error) => showFieldErrors(form, error),
    }),
  );

  return (
    <ChangeDialog
      title="Change password"
      description={PASSWORD_CONSEQUENCE}
      firstField="currentPassword"
      submitLabel="Change password"
      refusal="Password not changed"
      change={change}
      guard={unsavedWork.guard}
      onSubmit={submit}
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
    </ChangeDialog>
  );
};
