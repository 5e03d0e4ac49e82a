import { Box, chakra, Flex, Input, Stack } from '@chakra-ui/react';
import { type ComponentType, useRef, useState } from 'react';
import { loginBody } from '#shared/contract/auth.ts';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { CheckBox } from '../../components/form/check-box.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { PasswordInput } from '../../components/form/password-input.tsx';
import { SegmentedChoice } from '../../components/form/segmented-choice.tsx';
import { showFieldErrors } from '../../lib/forms/show-field-errors.ts';
import { useZodForm } from '../../lib/forms/use-zod-form.ts';
import { ApiError, wordNextStep } from '../../lib/reads/api-error.ts';
import { keepEmailToSignIn, readEmailToSignIn } from '../../lib/session/session.ts';
import { ForgotPasswordLink } from './forgot-password-link.tsx';
import { useSignIn, useWelcome } from './mutations.ts';
import type { PasskeySignInProps } from './passkey-sign-in.tsx';
import { useTakeOver } from './use-take-over.ts';

const IDENTIFIERS = {
  email: {
    toggle: 'Email Login',
    label: 'Email Address',
    input: { type: 'email', placeholder: 'you@example.co.za', inputMode: 'email', autoCapitalize: 'none' },
  },
  owNumber: {
    toggle: 'OW Number',
    label: 'OW Number',
    input: { type: 'text', placeholder: 'OW12345', inputMode: 'text', autoCapitalize: 'characters' },
  },
} as const;

type IdentifierKind = keyof typeof IDENTIFIERS;
const KINDS = (['email', 'owNumber'] as const).map((value) => ({
  value,
  content: IDENTIFIERS[value].toggle,
}));

const RememberMe = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minHeight: '6',
    textStyle: 'sm',
    fontWeight: 'medium',
  },
});

/** Says what to do next, where the toast says why; nothing if a field already shows the error. */
const wordNext = (error: Error | null): string | undefined => {
  if (!error || (error instanceof ApiError && Object.keys(error.fields).length > 0)) {
    return undefined;
  }

  return error instanceof ApiError && error.status === 401
    ? "Check both, or press 'Forgot password?'."
    : wordNextStep(error);
};

/** Room for a line below the password, so that its message does not move the button. */
const ROOM_FOR_MESSAGE = { '& > *': { minHeight: '5.75rem' } };

interface SignInFormProps {
  /** True if the cursor goes into the first empty field. */
  isFocused?: boolean;
  /** Signs in with a passkey; undefined until its code has arrived, or where there is none. */
  Passkey?: ComponentType<PasskeySignInProps> | undefined;
}

export const SignInForm = ({ isFocused = false, Passkey }: SignInFormProps) => {
  const [email] = useState(readEmailToSignIn);
  const [kind, setKind] = useState<IdentifierKind>('email');
  const signIn = useSignIn();
  const welcome = useWelcome();
  const form = useZodForm(loginBody, { identifier: email ?? '', password: '', rememberMe: false });
  const { errors } = form.formState;
  const { label, input } = IDENTIFIERS[kind];

  const chooseKind = (value: IdentifierKind) => {
    setKind(value);
    form.resetField('identifier', { defaultValue: '' });
  };

  const submit = form.handleSubmit((credentials) =>
    signIn.mutate(credentials, { onError: (error) => showFieldErrors(form, error) }),
  );

  const element = useRef<HTMLFormElement>(null);
  useTakeOver(element, submit, (form) => {
    if (form.querySelector('[value=owNumber]:checked')) {
      setKind('owNumber');
    }
  });

  return (
    // Until the scripts have loaded, this method keeps the browser from sending the form, with its password, itself.
    <form ref={element} onSubmit={submit} method="dialog" noValidate aria-label="Sign In">
      <Stack gap="5">
        <SegmentedChoice label="Sign in with" choices={KINDS} value={kind} onChange={chooseKind} />
        <FormField label={label} error={errors.identifier?.message}>
          <Input
            {...input}
            {...form.register('identifier')}
            autoFocus={isFocused && email === undefined}
            autoComplete="username webauthn"
          />
        </FormField>
        <Box css={ROOM_FOR_MESSAGE}>
          <FormField label="Password" error={errors.password?.message ?? wordNext(signIn.error)}>
            <PasswordInput
              {...form.register('password')}
              autoFocus={isFocused && email !== undefined}
              autoComplete="current-password"
            />
          </FormField>
        </Box>
        <Flex mt="-4" justify="space-between" align="center" gap="4" wrap="wrap">
          <RememberMe>
            <CheckBox asChild>
              <input type="checkbox" {...form.register('rememberMe')} />
            </CheckBox>
            Remember me
          </RememberMe>
          <ForgotPasswordLink
            onOpen={() => keepEmailToSignIn(kind === 'email' ? form.getValues('identifier').trim() : '')}
          />
        </Flex>
        <BusyButton type="submit" size="lg" isBusy={signIn.isPending || signIn.isSuccess}>
          Sign In
        </BusyButton>
        {/* Room for the button of passkeys, so that it moves nothing when it comes. */}
        <Box minH="11" mt="-2">
          {Passkey && (
            <Passkey isRemembered={() => form.getValues('rememberMe') === true} onSignedIn={welcome} />
          )}
        </Box>
      </Stack>
    </form>
  );
};
