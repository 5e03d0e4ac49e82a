import { Input } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { emailBody } from '#shared/contract/account.ts';
import type { OwnUser } from '#shared/contract/auth.ts';
import { FormField } from '../../components/form-field.tsx';
import { PasswordInput } from '../../components/password-input.tsx';
import { useUnsavedWork } from '../../components/unsaved-work.tsx';
import { showFieldErrors } from '../../lib/show-field-errors.ts';
import { useChangeEmail } from './api/change-address.ts';
import { ChangeDialog } from './change-dialog.tsx';

interface ChangeEmailDialogProps {
  user: OwnUser;
  onClose: () => void;
}

/** Asks for the new address and the password. A change that waits is asked for again with its address filled in. */
export const ChangeEmailDialog = ({ user, onClose }: ChangeEmailDialogProps) => {
  const change = useChangeEmail();
  const form = useForm({
    resolver: zodResolver(emailBody),
    defaultValues: { User_Email: user.pendingEmail ?? '', currentPassword: '' },
  });
  const { errors, isDirty } = form.formState;
  const unsavedWork = useUnsavedWork(isDirty);

  const submit = form.handleSubmit((request) =>
    change.mutate(request, {
      onSuccess: () => {
        unsavedWork.release();
        onClose();
      },
      onError: (error) => showFieldErrors(form, error),
    }),
  );

  return (
    <ChangeDialog
      title="Change email address"
      description={`We send a link to the new address. Until it is opened, you sign in with ${user.User_Email}.`}
      firstField={user.pendingEmail ? 'currentPassword' : 'User_Email'}
      submitLabel="Send the link"
      refusal="Address not changed"
      change={change}
      guard={unsavedWork.guard}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormField label="New email address" error={errors.User_Email?.message}>
        <Input type="email" autoComplete="email" autoCapitalize="none" {...form.register('User_Email')} />
      </FormField>
      <FormField label="Current password" error={errors.currentPassword?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
      </FormField>
    </ChangeDialog>
  );
};
