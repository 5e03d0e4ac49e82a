import { Button, chakra, Dialog, Input, Stack } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { emailBody } from '#shared/contract/account.ts';
import type { OwnUser } from '#shared/contract/auth.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { FormField } from '../../components/form-field.tsx';
import { Modal } from '../../components/modal.tsx';
import { PasswordInput } from '../../components/password-input.tsx';
import { RefusalNote } from '../../components/refusal-note.tsx';
import { showFieldErrors } from '../../lib/show-field-errors.ts';
import { useChangeEmail } from './api/change-address.ts';

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
  const { errors } = form.formState;
  const firstField = user.pendingEmail ? 'currentPassword' : 'User_Email';

  const submit = form.handleSubmit((request) =>
    change.mutate(request, {
      onSuccess: onClose,
      onError: (error) => showFieldErrors(form, error),
    }),
  );

  return (
    <Modal
      title="Change email address"
      description={`We send a link to the new address. Until it is opened, you sign in with ${user.User_Email}.`}
      onClose={onClose}
      initialFocus={() => document.querySelector<HTMLElement>(`[role=dialog] [name=${firstField}]`)}
    >
      <chakra.form display="contents" noValidate onSubmit={submit}>
        <Dialog.Body>
          <Stack gap="4">
            <FormField label="New email address" error={errors.User_Email?.message}>
              <Input
                type="email"
                autoComplete="email"
                autoCapitalize="none"
                {...form.register('User_Email')}
              />
            </FormField>
            <FormField label="Current password" error={errors.currentPassword?.message}>
              <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
            </FormField>
            <RefusalNote title="Address not changed" error={change.error} />
          </Stack>
        </Dialog.Body>
        <Dialog.Footer>
          <Button size="sm" variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton size="sm" type="submit" isBusy={change.isPending}>
            Send the link
          </BusyButton>
        </Dialog.Footer>
      </chakra.form>
    </Modal>
  );
};
