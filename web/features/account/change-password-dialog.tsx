import { Button, chakra, Dialog, Input, Stack } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { passwordBody } from '#shared/contract/account.ts';
import type { OwnUser } from '#shared/contract/auth.ts';
import { PASSWORD_LENGTH_MIN } from '#shared/contract/limits.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { FormField } from '../../components/form-field.tsx';
import { Modal } from '../../components/modal.tsx';
import { PasswordInput } from '../../components/password-input.tsx';
import { RefusalNote } from '../../components/refusal-note.tsx';
import { showFieldErrors } from '../../lib/show-field-errors.ts';
import { toast } from '../../lib/toast.ts';
import { useChangePassword } from './api/use-change-password.ts';
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
  const { errors } = form.formState;

  const submit = form.handleSubmit((passwords) =>
    change.mutate(passwords, {
      onSuccess: () => {
        toast({
          title: 'Your password is changed',
          description: 'Every other browser was signed out. This one stays signed in.',
          tone: 'success',
        });
        onClose();
      },
      onError: (error) => showFieldErrors(form, error),
    }),
  );

  return (
    <Modal
      title="Change password"
      description={PASSWORD_CONSEQUENCE}
      onClose={onClose}
      initialFocus={() => document.querySelector<HTMLElement>('[name=currentPassword]')}
    >
      <chakra.form display="contents" noValidate onSubmit={submit}>
        <Dialog.Body>
          <Stack gap="4">
            {/* A password manager stores the new password under this name. */}
            <Input hidden readOnly autoComplete="username" value={user.User_Email} />
            <FormField label="Current password" error={errors.currentPassword?.message}>
              <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
            </FormField>
            <FormField
              label="New password"
              error={errors.User_Pass_Bkp?.message}
              hint={`At least ${PASSWORD_LENGTH_MIN} characters, and not one that is easy to guess.`}
            >
              <PasswordInput autoComplete="new-password" {...form.register('User_Pass_Bkp')} />
            </FormField>
            <RefusalNote title="Password not changed" error={change.error} />
          </Stack>
        </Dialog.Body>
        <Dialog.Footer>
          <Button size="sm" variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton size="sm" type="submit" isBusy={change.isPending}>
            Change password
          </BusyButton>
        </Dialog.Footer>
      </chakra.form>
    </Modal>
  );
};
