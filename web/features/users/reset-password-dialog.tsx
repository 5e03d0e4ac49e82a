import {
  Button,
  Code,
  chakra,
  Dialog,
  HStack,
  Skeleton,
  Stack,
  Text,
  VisuallyHidden,
} from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod';
import { newPassword } from '#shared/contract/fields.ts';
import { generatePassword } from '#shared/generate-password.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { FormField } from '../../components/form-field.tsx';
import { Modal } from '../../components/modal.tsx';
import { PasswordInput } from '../../components/password-input.tsx';
import { fullName } from '../../lib/full-name.ts';
import { showFieldErrors } from '../../lib/show-field-errors.ts';
import { userQuery } from './api/read-user.ts';
import { useResetPassword } from './api/reset-password.ts';
import type { UserDialogProps } from './user-dialog-body.tsx';

const resetForm = z.object({ User_Pass_Bkp: newPassword });

const ResetForm = ({ userId, onReset, onClose }: ResetFormProps) => {
  const form = useForm({ resolver: zodResolver(resetForm), defaultValues: { User_Pass_Bkp: '' } });
  const password = useWatch({ control: form.control, name: 'User_Pass_Bkp' });
  const [isGenerated, setIsGenerated] = useState(false);
  const reset = useResetPassword(userId);
  const generate = () => {
    form.setValue('User_Pass_Bkp', generatePassword(), { shouldValidate: true });
    setIsGenerated(true);
  };

  const submit = form.handleSubmit(({ User_Pass_Bkp }) =>
    reset.mutate(User_Pass_Bkp, {
      onSuccess: () => onReset(User_Pass_Bkp),
      onError: (error) => showFieldErrors(form, error),
    }),
  );

  return (
    <chakra.form display="contents" noValidate onSubmit={submit}>
      <Dialog.Body>
        <FormField label="New password" error={form.formState.errors.User_Pass_Bkp?.message} isRequired>
          <PasswordInput
            // A generated password is shown from the start, so the field begins again with it.
            key={String(isGenerated)}
            isShownFirst={isGenerated}
            autoComplete="new-password"
            {...form.register('User_Pass_Bkp')}
          />
        </FormField>
        <Button mt="3" size="xs" variant="subtle" onClick={generate}>
          <Sparkles /> Generate a password
        </Button>
      </Dialog.Body>
      <Dialog.Footer>
        <Button size="sm" variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton size="sm" type="submit" isBusy={reset.isPending} disabled={password.trim() === ''}>
          Reset Password
        </BusyButton>
      </Dialog.Footer>
    </chakra.form>
  );
};

interface ResetFormProps {
  userId: number;
  onReset: (password: string) => void;
  onClose: () => void;
}

const NewPassword = ({ password, onClose }: { password: string; onClose: () => void }) => (
  <>
    <Dialog.Body>
      <Stack gap="3">
        <Text color="fg.muted">
          This is the only time the new password is shown. Copy it and hand it over safely.
        </Text>
        <HStack gap="2" flexWrap="wrap">
          <Code size="lg" px="3" py="1.5" overflowWrap="anywhere">
            {password}
          </Code>
          <CopyButton text={password} label="Copy password" />
        </HStack>
      </Stack>
    </Dialog.Body>
    <Dialog.Footer>
      <Button size="sm" onClick={onClose}>
        Done
      </Button>
    </Dialog.Footer>
  </>
);

/** A skeleton as wide as most names with their number, so that the lines wrap where they finally will. */
const LoadingName = () => (
  <>
    <VisuallyHidden>This user</VisuallyHidden>
    <Skeleton as="span" display="inline-block" width="11.5rem" height="1em" verticalAlign="middle" />
  </>
);

export const ResetPasswordDialog = ({ userId, onClose }: UserDialogProps) => {
  const { data: user, error } = useQuery(userQuery(userId));
  const [password, setPassword] = useState<string>();

  return (
    <Modal title="Reset Password" size="md" onClose={onClose}>
      <Text px="6" pb="2" color="fg.muted">
        {user && `${fullName(user)} (${user.OWNumber})`}
        {!user && (error ? 'This user' : <LoadingName />)}{' '}
        {password === undefined
          ? 'is signed out everywhere and signs in with the new password.'
          : 'was signed out everywhere and signs in with this password from now on.'}
      </Text>
      {password === undefined ? (
        <ResetForm userId={userId} onReset={setPassword} onClose={onClose} />
      ) : (
        <NewPassword password={password} onClose={onClose} />
      )}
    </Modal>
  );
};
