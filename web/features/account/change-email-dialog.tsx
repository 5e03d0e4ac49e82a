import { Button, Dialog, Input } from '@chakra-ui/react';
import { MailX } from 'lucide-react';
import { emailBody } from '#shared/contract/account.ts';
import type { OwnUser } from '#shared/contract/auth.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { Modal } from '../../components/dialog/modal.tsx';
import { ContactLink } from '../../components/facts/contact-link.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { PasswordInput } from '../../components/form/password-input.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import type { DialogProps } from '../../lib/address/dialogs.ts';
import { useZodForm } from '../../lib/forms/use-zod-form.ts';
import { useUser } from '../../lib/session/session.ts';
import { mayChangeAddress } from './may-change-address.ts';
import { useChangeEmail } from './mutations.ts';

interface ChangeEmailFormProps extends Pick<DialogProps, 'onClose' | 'onDone'> {
  user: OwnUser;
}

const ChangeEmailForm = ({ user, onClose, onDone }: ChangeEmailFormProps) => {
  const isMailOn = user.mail !== 'off';
  const change = useChangeEmail(isMailOn);
  const form = useZodForm(emailBody, { User_Email: user.pendingEmail ?? '', currentPassword: '' });
  const { errors } = form.formState;

  return (
    <FormDialog
      title="Change email"
      description={
        isMailOn
          ? `We send a link to the new address. Until it is opened, you sign in with ${user.User_Email}.`
          : 'You sign in with the new address at once. All your other sessions end.'
      }
      firstField={user.pendingEmail ? 'currentPassword' : 'User_Email'}
      submitLabel={isMailOn ? 'Send the link' : 'Change email'}
      refusal="Email not changed"
      form={form}
      save={change}
      inputOf={(request) => request}
      onSaved={onDone}
      onClose={onClose}
    >
      <FormField label="New email address" error={errors.User_Email?.message}>
        <Input type="email" autoComplete="email" autoCapitalize="none" {...form.register('User_Email')} />
      </FormField>
      <FormField label="Current password" error={errors.currentPassword?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
      </FormField>
    </FormDialog>
  );
};

/** Asks for the new address and the password. A change that waits is asked for again with its address filled in. */
export const ChangeEmailDialog = (steps: DialogProps) => {
  const user = useUser();
  if (mayChangeAddress(user)) {
    return <ChangeEmailForm user={user} {...steps} />;
  }

  return (
    <Modal title="Change email" onClose={steps.onClose}>
      <Dialog.Body>
        <EmptyNote
          icon={MailX}
          title="Your address cannot be changed here"
          action={
            <Button size="sm" variant="outline" mt="2" onClick={steps.onClose}>
              Back to your account
            </Button>
          }
        >
          This portal sends no mail, so no link can reach a new address. Write to <ContactLink />.
        </EmptyNote>
      </Dialog.Body>
    </Modal>
  );
};
