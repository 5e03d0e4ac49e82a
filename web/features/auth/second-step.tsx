import { Box, Button, Flex, Heading, Input, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import * as z from 'zod';
import { PRODUCT_NAME } from '#shared/brand.ts';
import type { OwnUser } from '#shared/contract/auth.ts';
import { recoveryCode, totpCode } from '#shared/contract/factors.ts';
import type { SecondStepWay } from '#shared/errors.ts';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import { useZodForm } from '../../lib/forms/use-zod-form.ts';
import { hasPasskeys } from '../../lib/passkeys/passkeys.ts';
import { ApiError, leadsAway } from '../../lib/reads/api-error.ts';
import { useLogOut } from '../../lib/session/session.ts';
import { PasskeyRefusal } from './passkey-refusal.tsx';
import { usePasskeyStep, useSecondStep } from './step-mutations.ts';

const FORMS = {
  code: {
    schema: z.object({ typed: totpCode }),
    label: 'Code from your authenticator app',
    hint: 'Six digits. The app shows new ones every 30 seconds.',
    input: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 20, letterSpacing: '0.25em' },
    other: 'Use a code from the app',
  },
  recoveryCode: {
    schema: z.object({ typed: recoveryCode }),
    label: 'Recovery code',
    hint: 'One of the codes that you saved. Each works once.',
    input: {
      inputMode: 'text',
      autoComplete: 'off',
      autoCapitalize: 'characters',
      maxLength: 40,
      placeholder: 'A-1234-5678-9ABC-DEFG',
    },
    other: 'Use a recovery code',
  },
} as const;

type Kind = keyof typeof FORMS;

interface Entering {
  /** Enters the session after the complete sign-in. */
  onSignedIn: (user: OwnUser) => void;
}

/** One field for a code, and the button that sends it. */
const CodeForm = ({ kind, onSignedIn }: Entering & { kind: Kind }) => {
  const { schema, label, hint, input } = FORMS[kind];
  const step = useSecondStep(onSignedIn);
  const form = useZodForm(schema, { typed: '' });

  const submit = form.handleSubmit(({ typed }) =>
    step.mutate(kind === 'code' ? { code: typed } : { recoveryCode: typed }, {
      onError: (error) => {
        const message = error instanceof ApiError && error.fields[kind];
        if (message) {
          form.setError('typed', { message }, { shouldFocus: true });
        }
      },
    }),
  );

  return (
    <form onSubmit={submit} noValidate aria-label="Second step">
      <Stack gap="5">
        <FormField label={label} error={form.formState.errors.typed?.message} hint={hint}>
          <Input
            {...form.register('typed')}
            {...input}
            size="lg"
            autoFocus
            spellCheck={false}
            fontVariantNumeric="tabular-nums"
          />
        </FormField>
        {step.error && !leadsAway(step.error) && <RefusalNote title="Not confirmed" error={step.error} />}
        <BusyButton type="submit" size="lg" isBusy={step.isPending || step.isSuccess}>
          Confirm
        </BusyButton>
      </Stack>
    </form>
  );
};

interface PasskeyButtonProps extends Entering {
  /** True if it is the first way that is offered. */
  isMain: boolean;
}

const PasskeyButton = ({ isMain, onSignedIn }: PasskeyButtonProps) => {
  const step = usePasskeyStep(onSignedIn);

  return (
    <Stack gap="3">
      <BusyButton
        size="lg"
        variant={isMain ? 'solid' : 'outline'}
        autoFocus={isMain}
        isBusy={step.isPending || step.isSuccess}
        onClick={() => step.mutate()}
      >
        Use a passkey
      </BusyButton>
      {step.error && !leadsAway(step.error) && <PasskeyRefusal error={step.error} />}
    </Stack>
  );
};

/** The ways of typing a code, by the way that the server names. */
const KINDS: Partial<Record<SecondStepWay, Kind>> = { code: 'code', recovery: 'recoveryCode' };

interface SecondStepProps extends Entering {
  ways: readonly SecondStepWay[];
}

/** Completes a sign-in whose password was right (D47). Every way of the account stays offered. */
export const SecondStep = ({ ways, onSignedIn }: SecondStepProps) => {
  const logOut = useLogOut();
  const kinds = ways.flatMap((way) => KINDS[way] ?? []);
  const [chosen, choose] = useState<Kind | undefined>(ways.includes('code') ? 'code' : undefined);
  const canUsePasskey = ways.includes('passkey') && hasPasskeys();
  const shown = chosen ?? (canUsePasskey ? undefined : kinds[0]);

  return (
    <Stack gap="6" w="100%">
      <title>{`Confirm that it is you · ${PRODUCT_NAME}`}</title>
      <Box>
        <Heading as="h1" size={{ base: '2xl', md: '3xl' }}>
          Confirm that it is you
        </Heading>
        <Text color="fg.muted" mt="1" textWrap="pretty">
          Your password is right. One more step, within ten minutes, and you are signed in.
        </Text>
      </Box>
      {shown && <CodeForm key={shown} kind={shown} onSignedIn={onSignedIn} />}
      <Stack gap="3">
        {canUsePasskey && <PasskeyButton isMain={!shown} onSignedIn={onSignedIn} />}
        {kinds
          .filter((kind) => kind !== shown)
          .map((kind) => (
            <Button key={kind} size="lg" variant="outline" onClick={() => choose(kind)}>
              {FORMS[kind].other}
            </Button>
          ))}
        {ways.includes('passkey') && !canUsePasskey && (
          <Text textStyle="sm" color="fg.muted">
            This browser cannot use your passkey.
          </Text>
        )}
      </Stack>
      <Flex>
        <BusyButton
          variant="ghost"
          size="sm"
          ms="-3.5"
          isBusy={logOut.isPending}
          onClick={() => logOut.mutate()}
        >
          Sign in as somebody else
        </BusyButton>
      </Flex>
    </Stack>
  );
};
