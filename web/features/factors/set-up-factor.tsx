import { Badge, Box, Button, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import { hasPasskeys } from '../../lib/passkeys/passkeys.ts';
import { AppSetUp } from './app-set-up.tsx';
import { useAddPasskey } from './mutations.ts';

interface SetUpFactorProps {
  /** Gets the recovery codes of the first factor; none if another tab was faster. */
  onDone: (codes: readonly string[] | undefined) => void;
}

/** The two factors, the recommended one first (D47). */
export const SetUpFactor = ({ onDone }: SetUpFactorProps) => {
  const add = useAddPasskey();
  const canUsePasskey = hasPasskeys();
  const [isAppChosen, chooseApp] = useState(!canUsePasskey);

  return (
    <>
      {canUsePasskey && (
        <Stack as="section" aria-label="Passkey" gap="3">
          <HStack gap="2">
            <Heading as="h2" size="md">
              Passkey
            </Heading>
            <Badge colorPalette="green">Recommended</Badge>
          </HStack>
          <Text textStyle="sm" color="fg.muted">
            Your fingerprint, face or screen lock. It cannot be phished, and signs you in without a password.
          </Text>
          <Box>
            <BusyButton
              isBusy={add.isPending || add.isSuccess}
              onClick={() =>
                add.mutate(undefined, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) })
              }
            >
              Make a passkey
            </BusyButton>
          </Box>
          <RefusalNote title="No passkey was made" error={add.error} />
        </Stack>
      )}
      <Stack
        as="section"
        aria-label="Authenticator app"
        gap="3"
        pt={canUsePasskey ? '5' : undefined}
        borderTopWidth={canUsePasskey ? '1px' : undefined}
      >
        <Heading as="h2" size="md">
          Authenticator app
        </Heading>
        {isAppChosen ? (
          <AppSetUp onDone={onDone} />
        ) : (
          <>
            <Text textStyle="sm" color="fg.muted">
              An app on your phone shows a code that you type after your password.
            </Text>
            <Box>
              <Button variant="outline" onClick={() => chooseApp(true)}>
                Set up an app
              </Button>
            </Box>
          </>
        )}
      </Stack>
    </>
  );
};
