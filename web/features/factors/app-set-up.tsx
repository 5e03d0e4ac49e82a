import { Box, Code, Flex, Input, Stack, Text } from '@chakra-ui/react';
import * as z from 'zod';
import { totpCode } from '#shared/contract/factors.ts';
import { CopyButton } from '../../components/facts/copy-button.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import { showFieldErrors } from '../../lib/forms/show-field-errors.ts';
import { useZodForm } from '../../lib/forms/use-zod-form.ts';
import { useBeginApp, useConfirmApp } from './mutations.ts';
import { QrCode } from './qr-code.tsx';

const codeForm = z.object({ code: totpCode });

/** Four characters at a time are easier to type. */
const inGroups = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ');

interface NewAppProps {
  app: { uri: string; secret: string };
  onDone: (codes: readonly string[] | undefined) => void;
}

const NewApp = ({ app: { uri, secret }, onDone }: NewAppProps) => {
  const confirm = useConfirmApp();
  const form = useZodForm(codeForm, { code: '' });

  const submit = form.handleSubmit((typed) =>
    confirm.mutate(typed, {
      onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
      onError: (error) => showFieldErrors(form, error),
    }),
  );

  return (
    <form onSubmit={submit} noValidate aria-label="Confirm the app">
      <Stack gap="5">
        <Flex gap="5" direction={{ base: 'column', sm: 'row' }} align={{ base: 'flex-start', sm: 'center' }}>
          <QrCode text={uri} label="QR code for the authenticator app" />
          <Stack gap="2" minW="0">
            <Text fontWeight="semibold">Scan the code with the app</Text>
            <Text textStyle="sm" color="fg.muted">
              On this device, or if you cannot scan it, type this key into the app:
            </Text>
            <Code size="md" overflowWrap="anywhere" px="2" py="1">
              {inGroups(secret)}
            </Code>
            <Box>
              <CopyButton text={secret} label="Copy key" size="xs" />
            </Box>
          </Stack>
        </Flex>
        <FormField
          label="Code that the app shows"
          error={form.formState.errors.code?.message}
          hint="Six digits, to confirm that the app works"
        >
          <Input
            {...form.register('code')}
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            letterSpacing="0.25em"
            fontVariantNumeric="tabular-nums"
          />
        </FormField>
        <RefusalNote title="The app was not confirmed" error={confirm.error} />
        <BusyButton type="submit" alignSelf="flex-start" isBusy={confirm.isPending || confirm.isSuccess}>
          Confirm
        </BusyButton>
      </Stack>
    </form>
  );
};

/** Sets an authenticator app up in two steps: a new key to scan, then a code that confirms it. */
export const AppSetUp = ({ onDone }: Pick<NewAppProps, 'onDone'>) => {
  const begin = useBeginApp();

  if (begin.data) {
    return <NewApp app={begin.data} onDone={onDone} />;
  }

  return (
    <Stack gap="4">
      <Text>
        You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or
        the password manager that you use.
      </Text>
      <RefusalNote title="No key was made" error={begin.error} />
      <BusyButton alignSelf="flex-start" isBusy={begin.isPending} onClick={() => begin.mutate()}>
        Show the QR code
      </BusyButton>
    </Stack>
  );
};
