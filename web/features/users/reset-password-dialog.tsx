import {
  Box,
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
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import { newPassword } from '#shared/contract/fields.ts';
import type { UserDetail } from '#shared/contract/users.ts';
import { generatePassword } from '#shared/generate-password.ts';
import { SKIP_REASONS } from '#shared/mails/mail-kinds.ts';
import { whyNoResetLink } from '#shared/reset-obstacle.ts';
import { DialogFooter } from '../../components/dialog/dialog-footer.tsx';
import { Modal } from '../../components/dialog/modal.tsx';
import { useUnsavedWork } from '../../components/dialog/unsaved-work.tsx';
import { CopyButton } from '../../components/facts/copy-button.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { PasswordInput } from '../../components/form/password-input.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import { SegmentedChoice } from '../../components/form/segmented-choice.tsx';
import type { DialogProps } from '../../lib/address/dialogs.ts';
import { linkToOwnForm } from '../../lib/address/own-links.ts';
import { showFieldErrors } from '../../lib/forms/show-field-errors.ts';
import { useZodForm } from '../../lib/forms/use-zod-form.ts';
import { nameWithNumber } from '../../lib/words/full-name.ts';
import { useResetPassword, useSendReset } from './mutations.ts';
import { userQuery } from './queries.ts';
import { RESET_WAYS, type ResetWay } from './reset-ways.ts';
import { useIsOwn } from './use-is-own.ts';

const resetForm = z.object({ User_Pass_Bkp: newPassword });

const ResetForm = ({ userId, onReset, onClose }: ResetFormProps) => {
  const form = useZodForm(resetForm, { User_Pass_Bkp: '' });
  const password = useWatch({ control: form.control, name: 'User_Pass_Bkp' });
  const [isGenerated, setIsGenerated] = useState(false);
  const reset = useResetPassword(userId);
  const { guard, release } = useUnsavedWork(form.formState.isDirty);
  const generate = () => {
    form.setValue('User_Pass_Bkp', generatePassword(), { shouldValidate: true });
    setIsGenerated(true);
  };

  const submit = form.handleSubmit(({ User_Pass_Bkp }) =>
    reset.mutate(User_Pass_Bkp, {
      onSuccess: () => {
        release();
        onReset(User_Pass_Bkp);
      },
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
      <DialogFooter onCancel={onClose} isBusy={reset.isPending} disabled={password.trim() === ''}>
        Reset Password
      </DialogFooter>
      {guard}
    </chakra.form>
  );
};

interface ResetFormProps {
  userId: number;
  onReset: (password: string) => void;
  onClose: () => void;
}

const NewPassword = ({ password, onDone }: { password: string; onDone: () => void }) => (
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
      <Button size="sm" onClick={onDone}>
        Done
      </Button>
    </Dialog.Footer>
  </>
);

/** Leads administrators to the form that asks for their present password. */
const OwnPassword = ({ onClose }: { onClose: () => void }) => (
  <Dialog.Footer>
    <Button size="sm" variant="outline" onClick={onClose}>
      Cancel
    </Button>
    <Button asChild size="sm">
      <Link {...linkToOwnForm('admin', 'own.password')}>Open My account</Link>
    </Button>
  </Dialog.Footer>
);

const WAYS = [
  { value: 'link', content: 'Send a link' },
  { value: 'password', content: 'Set a password' },
] as const;

interface SendLinkProps {
  userId: number;
  user: UserDetail | undefined;
  onSent: () => void;
  onClose: () => void;
}

const SendLink = ({ userId, user, onSent, onClose }: SendLinkProps) => {
  const send = useSendReset(userId);

  return (
    <>
      <Dialog.Body>
        <Stack gap="3">
          <Text textStyle="sm" overflowWrap="anywhere">
            The mail goes to {user ? <b>{user.User_Email}</b> : <LoadingName />}. The link holds for 30
            minutes, and the present password works until it is used.
          </Text>
          <RefusalNote title="No link was sent" error={send.error} />
        </Stack>
      </Dialog.Body>
      <DialogFooter
        onCancel={onClose}
        type="button"
        isBusy={send.isPending}
        onClick={() => send.mutate(undefined, { onSuccess: onSent })}
      >
        Send the link
      </DialogFooter>
    </>
  );
};

/** A skeleton as wide as most names with their number, so that the lines wrap where they finally will. */
const LoadingName = () => (
  <>
    <VisuallyHidden>This user</VisuallyHidden>
    <Skeleton as="span" display="inline-block" width="11.5rem" height="1em" verticalAlign="middle" />
  </>
);

/** After a complaint, a link that somebody asks for is still mailed (D59). */
const whyNoLink = (user: UserDetail): string | undefined =>
  whyNoResetLink(user.mail !== 'off', user) ??
  (user.mail === 'blocked' && user.mailBlock?.reason !== 'complaint'
    ? `${SKIP_REASONS.blocked}.`
    : undefined);

/** `choice` is the way; by default a link. */
type ResetPasswordDialogProps = DialogProps<{ userId: number; choice: ResetWay | undefined }>;

const CONSEQUENCES = {
  link: 'gets a mail with a link and chooses the new password.',
  password: 'is signed out everywhere and must then change this password.',
  own: 'is your own account: My account asks for your present password and sets a new one.',
} as const;

/** Sends a link for a new password, which nobody else then knows, or sets one. */
export const ResetPasswordDialog = ({
  subject: { userId, choice },
  onClose,
  onDone,
  onNext,
}: ResetPasswordDialogProps) => {
  const { data: user, error } = useQuery(userQuery(userId));
  const [password, setPassword] = useState<string>();
  const obstacle = user && whyNoLink(user);
  const way = obstacle ? 'password' : (choice ?? RESET_WAYS[0]);
  const isOwn = useIsOwn(userId);

  return (
    <Modal title="Reset Password" size="md" onClose={password === undefined ? onClose : onDone}>
      <Text px="6" pb="2" color="fg.muted">
        {user && nameWithNumber(user)}
        {!user && (error ? 'This user' : <LoadingName />)}{' '}
        {password === undefined
          ? CONSEQUENCES[isOwn && way === 'password' ? 'own' : way]
          : 'was signed out everywhere and must change this password at the next sign-in.'}
      </Text>
      {password === undefined && obstacle && (
        <Text px="6" pb="3" textStyle="sm" color="fg.muted">
          No link can be sent: {obstacle}
        </Text>
      )}
      {password === undefined && !obstacle && (
        <Box px="6" pt="1" pb="3">
          <SegmentedChoice
            label="How"
            choices={WAYS}
            value={way}
            onChange={(chosen) => onNext(`user.reset:${userId}:${chosen}`)}
          />
        </Box>
      )}
      {password === undefined && way === 'link' && (
        <SendLink userId={userId} user={user} onSent={onDone} onClose={onClose} />
      )}
      {isOwn && way === 'password' && <OwnPassword onClose={onClose} />}
      {!isOwn && password === undefined && way === 'password' && (
        <ResetForm userId={userId} onReset={setPassword} onClose={onClose} />
      )}
      {password !== undefined && <NewPassword password={password} onDone={onDone} />}
    </Modal>
  );
};
