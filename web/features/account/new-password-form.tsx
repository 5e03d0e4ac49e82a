import { chakra, Flex, Stack } from '@chakra-ui/react';
import { passwordBody } from '#shared/contract/account.ts';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { PasswordInput } from '../../components/form/password-input.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import { PASSWORD_HINT } from '../../lib/forms/password-hint.ts';
import { showFieldErrors } from '../../lib/forms/show-field-errors.ts';
import { useZodForm } from '../../lib/forms/use-zod-form.ts';
import { useLogOut, useUser } from '../../lib/session/session.ts';
import { useChangePassword } from './mutations.ts';

/** Takes the place of a password that somebody else has set (D49). */
export const NewPasswordForm = ({ onDone }: { onDone: () => void }) => {
  const user = useUser();
  const change = useChangePassword();
  const logOut = useLogOut();
  const form = useZodForm(passwordBody, { currentPassword: '', User_Pass_Bkp: '' });
  const { errors } = form.formState;

  const submit = form.handleSubmit((typed) =>
    change.mutate(typed, {
      onSuccess: onDone,
      onError: (error) => showFieldErrors(form, error),
    }),
  );

  return (
    <form onSubmit={submit} noValidate aria-label="Choose a new password">
      <Stack gap="5">
        {/* Tells a password manager whose password it stores. */}
        <chakra.input
          type="text"
          name="username"
          autoComplete="username"
          defaultValue={user.User_Email}
          readOnly
          hidden
        />
        <FormField
          label="Current password"
          error={errors.currentPassword?.message}
          hint="The one that you signed in with"
        >
          <PasswordInput
            {...form.register('currentPassword')}
            autoComplete="current-password"
            size="lg"
            autoFocus
          />
        </FormField>
        <FormField label="New password" error={errors.User_Pass_Bkp?.message} hint={PASSWORD_HINT}>
          <PasswordInput {...form.register('User_Pass_Bkp')} autoComplete="new-password" size="lg" />
        </FormField>
        <RefusalNote title="The password could not be changed" error={change.error} />
        <Flex gap="3" wrap="wrap">
          <BusyButton type="submit" size="lg" flex="1" isBusy={change.isPending || change.isSuccess}>
            Set new password
          </BusyButton>
          <BusyButton size="lg" variant="outline" isBusy={logOut.isPending} onClick={() => logOut.mutate()}>
            Log out
          </BusyButton>
        </Flex>
      </Stack>
    </form>
  );
};
