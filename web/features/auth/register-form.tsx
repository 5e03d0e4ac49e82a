import { Box, Input, Link, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { PASSWORD_LENGTH_MIN } from '#shared/contract/limits.ts';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { FieldWarning } from '../../components/form/field-warning.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { PasswordInput } from '../../components/form/password-input.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import { showFieldErrors } from '../../lib/forms/show-field-errors.ts';
import { usePrintableWarning } from '../../lib/forms/use-printable-warning.ts';
import { useZodForm } from '../../lib/forms/use-zod-form.ts';
import { wordNextStep } from '../../lib/reads/api-error.ts';
import { useRegister } from './mutations.ts';
import { loadCommonPasswords, registration } from './registration-fields.ts';
import { useTakeOver } from './use-take-over.ts';

/** Warns of characters that no invoice can print; the name may still be used. */
const usePrintableHint = (text: string | null | undefined) => {
  const warning = usePrintableWarning(text ?? '');

  return warning && <FieldWarning>{warning}</FieldWarning>;
};

/** Each field has room for a line below it, so that a message moves nothing. The message stands close to its field. */
const ROOM_FOR_MESSAGES = {
  '& > *': { minHeight: '5.625rem' },
  '& [data-part=error-text]': { marginTop: '-0.5' },
};

/** Puts a hint that is always there beside the label, so that the gaps between the fields are even. */
const HINT_BESIDE_LABEL = {
  '& [data-part=helper-text]': { position: 'absolute', top: '0', insetEnd: '0', lineHeight: '1.25rem' },
};

interface RegisterFormProps {
  /** True if the cursor goes into the first field. */
  isFocused?: boolean;
}

export const RegisterForm = ({ isFocused = false }: RegisterFormProps) => {
  const register = useRegister();
  const form = useZodForm(
    registration,
    {
      User_Name: '',
      User_Surname: '',
      User_Email: '',
      User_Mobile: '',
      User_RegNo: '',
      User_Org: '',
      User_Pass_Bkp: '',
      confirmPassword: '',
    },
    { mode: 'onTouched' },
  );
  const { errors } = form.formState;
  const [name, surname, company] = useWatch({
    control: form.control,
    name: ['User_Name', 'User_Surname', 'User_Org'],
  });
  const hints = {
    name: usePrintableHint(name),
    surname: usePrintableHint(surname),
    company: usePrintableHint(company),
  };

  const submit = form.handleSubmit(({ confirmPassword: _, ...account }) =>
    register.mutate(account, { onError: (error) => showFieldErrors(form, error) }),
  );

  const element = useRef<HTMLFormElement>(null);
  useTakeOver(element, submit);

  return (
    <form ref={element} onSubmit={submit} method="dialog" noValidate aria-label="Register">
      <Stack gap="5">
        <SimpleGrid
          rowGap="3"
          columns={{ base: 1, sm: 2 }}
          columnGap="5"
          alignItems="start"
          css={ROOM_FOR_MESSAGES}
        >
          <FormField label="First Name" error={errors.User_Name?.message} hint={hints.name}>
            <Input {...form.register('User_Name')} autoFocus={isFocused} autoComplete="given-name" />
          </FormField>
          <FormField label="Last Name" error={errors.User_Surname?.message} hint={hints.surname}>
            <Input {...form.register('User_Surname')} autoComplete="family-name" />
          </FormField>
          <FormField label="Email Address" error={errors.User_Email?.message}>
            <Input
              {...form.register('User_Email')}
              type="email"
              autoComplete="email"
              autoCapitalize="none"
              placeholder="you@example.co.za"
            />
          </FormField>
          <FormField label="Phone Number" error={errors.User_Mobile?.message}>
            <Input
              {...form.register('User_Mobile')}
              type="tel"
              autoComplete="tel"
              placeholder="082 123 4567"
            />
          </FormField>
          <FormField label="ID Number or Passport Number" error={errors.User_RegNo?.message}>
            <Input {...form.register('User_RegNo')} autoComplete="off" />
          </FormField>
          <FormField label="Company (Optional)" error={errors.User_Org?.message} hint={hints.company}>
            <Input {...form.register('User_Org')} autoComplete="organization" />
          </FormField>
          <Box css={HINT_BESIDE_LABEL}>
            <FormField
              label="Password"
              error={errors.User_Pass_Bkp?.message}
              hint={`At least ${PASSWORD_LENGTH_MIN} characters`}
            >
              <PasswordInput
                {...form.register('User_Pass_Bkp', { deps: 'confirmPassword' })}
                autoComplete="new-password"
                onFocus={loadCommonPasswords}
              />
            </FormField>
          </Box>
          <FormField label="Confirm Password" error={errors.confirmPassword?.message}>
            <PasswordInput {...form.register('confirmPassword')} autoComplete="new-password" />
          </FormField>
        </SimpleGrid>
        <RefusalNote
          title="What you typed is still here"
          error={register.error}
          next={wordNextStep(register.error)}
        />
        <BusyButton type="submit" size="lg" isBusy={register.isPending || register.isSuccess}>
          Create Account
        </BusyButton>
        <Text textStyle="detail">
          By creating an account you accept how we use these details:{' '}
          {/* In another tab, so that nothing typed here is lost. */}
          <Link href="/privacy" target="_blank" color="brand.fg" fontWeight="semibold">
            Privacy notice
          </Link>
        </Text>
      </Stack>
    </form>
  );
};
