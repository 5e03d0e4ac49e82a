import { Stack } from '@chakra-ui/react';
import * as z from 'zod';
import { newPassword } from '#shared/contract/fields.ts';
import type { UsedLink } from '#shared/contract/links.ts';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { PasswordInput } from '../../components/form/password-input.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import { PASSWORD_HINT } from '../../lib/forms/password-hint.ts';
import { showFieldErrors } from '../../lib/forms/show-field-errors.ts';
import { useZodForm } from '../../lib/forms/use-zod-form.ts';
import { useReset } from './mutations.ts';
import { isGone } from './queries.ts';

const resetForm = z.object({ User_Pass_Bkp: newPassword });

interface ResetFormProps {
  token: string;
  /** True for the first password of a client who was invited. */
  isFirst: boolean;
  onDone: (used: UsedLink) => Promise<void>;
  onGone: () => void;
}

export const ResetForm = ({ token, isFirst, onDone, onGone }: ResetFormProps) => {
  const reset = useReset();
  const form = useZodForm(resetForm, { User_Pass_Bkp: '' });

  const submit = form.handleSubmit((typed) =>
    reset.mutate(
      { token, ...typed },
      {
        onSuccess: onDone,
        onError: (error) => (isGone(error) ? onGone() : showFieldErrors(form, error)),
      },
    ),
  );

  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label={isFirst ? 'Choose your password' : 'Choose a new password'}
    >
      <Stack gap="5">
        <FormField
          label={isFirst ? 'Password' : 'New password'}
          error={form.formState.errors.User_Pass_Bkp?.message}
          hint={PASSWORD_HINT}
        >
          <PasswordInput
            {...form.register('User_Pass_Bkp')}
            autoComplete="new-password"
            size="lg"
            autoFocus
          />
        </FormField>
        <RefusalNote
          title={isFirst ? 'The password could not be set' : 'The password could not be changed'}
          error={reset.error}
        />
        <BusyButton type="submit" size="lg" isBusy={reset.isPending || reset.isSuccess}>
          {isFirst ? 'Set password' : 'Set new password'}
        </BusyButton>
      </Stack>
    </form>
  );
};
