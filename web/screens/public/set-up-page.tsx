import { Box, Button, Flex } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { FormPage } from '../../components/form/form-page.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { RecoveryCodes } from '../../features/factors/recovery-codes.tsx';
import { SetUpFactor } from '../../features/factors/set-up-factor.tsx';
import { useKept } from '../../lib/browser/use-kept.ts';
import { ownFactorsQuery } from '../../lib/reads/own-factors-query.ts';
import { homeOf, useLogOut, useUser } from '../../lib/session/session.ts';

const route = getRouteApi('/set-up');

const LogOut = () => {
  const logOut = useLogOut();

  return (
    <BusyButton size="sm" variant="ghost" ms="-3.5" isBusy={logOut.isPending} onClick={() => logOut.mutate()}>
      Log out
    </BusyButton>
  );
};

/**
 * The page of an administrator without the second factor that this portal requires (D47); afterwards they go on where
 * they were.
 */
export const SetUpPage = () => {
  const { returnTo } = route.useSearch();
  const user = useUser();
  const router = useRouter();
  const { data: factors, error, refetch } = useQuery(ownFactorsQuery);
  const hadFactor = useKept(factors && (factors.totp || factors.passkeys.length > 0));
  const [codes, setCodes] = useState<readonly string[]>();
  const goOn = () => router.history.replace(returnTo ?? homeOf(user));

  if (codes) {
    return (
      <FormPage title="Your recovery codes" lead="They help you if you lose your device.">
        <RecoveryCodes codes={codes} />
        <Button size="lg" onClick={goOn}>
          I saved them, go on
        </Button>
      </FormPage>
    );
  }
  if (hadFactor) {
    return (
      <FormPage
        title="You have a second factor"
        lead="It may have been set up in another tab. Go on, or log out and sign in with it."
      >
        <Flex gap="3" wrap="wrap">
          <Button onClick={goOn}>Go on</Button>
          <Box ms="3.5">
            <LogOut />
          </Box>
        </Flex>
      </FormPage>
    );
  }

  return (
    <FormPage
      title="Set up a second factor"
      lead="Administrators see the data of all clients. With a second factor, a stolen password alone opens nothing."
    >
      {error && !factors && (
        <LoadError title="Your second factors could not be read" error={error} onRetry={refetch} />
      )}
      {!factors && !error && <SkeletonRows label="Loading your second factors" rows={2} height="8rem" />}
      {factors && (
        <SetUpFactor onDone={(recoveryCodes) => (recoveryCodes ? setCodes(recoveryCodes) : goOn())} />
      )}
      <Flex>
        <LogOut />
      </Flex>
    </FormPage>
  );
};
