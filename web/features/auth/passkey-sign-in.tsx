import { Stack } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import type { OwnUser } from '#shared/contract/auth.ts';
import type { Assertion } from '#shared/contract/factors.ts';
import type { ResponseOf } from '#shared/contract/index.ts';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { whileAttended } from '../../lib/browser/attended.ts';
import { dropOffer, OFFER_FRESH_MS, readOffer } from '../../lib/passkeys/passkey-offer.ts';
import { hasPasskeys, loadPasskeys, startPasskey } from '../../lib/passkeys/passkeys.ts';
import { api } from '../../lib/reads/api.ts';
import { ApiError } from '../../lib/reads/api-error.ts';
import { authOptionsQuery } from '../../lib/reads/auth-options-query.ts';
import { PasskeyRefusal } from './passkey-refusal.tsx';

export interface PasskeySignInProps {
  /** True if the browser is to stay signed in. */
  isRemembered: () => boolean;
  /** Enters the session. */
  onSignedIn: (user: OwnUser) => void;
}

/** Signs in with the passkey that the browser has filled in, or else asks for one. */
const usePasskeySignIn = ({ isRemembered, onSignedIn }: PasskeySignInProps) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: async (filledIn: Assertion | undefined) => {
      const offer = await readOffer(queryClient);
      const assertion = filledIn ?? (await startPasskey(offer));
      try {
        return await api.auth.passkey({ body: { assertion, rememberMe: isRemembered() } });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'unknown_passkey') {
          const { tellUnknown } = await loadPasskeys();
          await tellUnknown(offer.rpId, assertion.id);
        }
        throw error;
      }
    },
    onSuccess: onSignedIn,
    // A challenge counts once, so that the next question needs another one.
    onError: (error) => (error instanceof ApiError ? dropOffer(queryClient, 'active') : undefined),
  });
};

/** Reads a new challenge before the present one ends, while the page is visible and when it becomes visible again. */
const useOffer = () =>
  useQuery({
    ...authOptionsQuery,
    staleTime: OFFER_FRESH_MS,
    refetchOnWindowFocus: true,
    refetchInterval: whileAttended<ResponseOf<'auth.options'>>(({ dataUpdatedAt }) =>
      Math.max(1, dataUpdatedAt + OFFER_FRESH_MS - Date.now()),
    ),
  }).data?.passkeys;

/**
 * Lets the browser offer passkeys where it fills in the address. What fails there stays silent: iOS 16 refuses after a
 * reload, and the button is still there.
 */
const useAutofill = (isPaused: boolean, onFilledIn: (assertion: Assertion) => void) => {
  const offer = useOffer();
  const fillIn = useEffectEvent(onFilledIn);

  useEffect(() => {
    if (!offer || isPaused) {
      return;
    }

    let isOver = false;
    const wait = async () => {
      const { ask, canAutofill } = await loadPasskeys();
      if (!(await canAutofill()) || isOver) {
        return;
      }
      const assertion = await ask(offer, { isAutofill: true });
      if (!isOver) {
        fillIn(assertion);
      }
    };
    wait().catch(() => undefined);

    // The next question ends this one. Ending it here could end the button's, which may have begun.
    return () => {
      isOver = true;
    };
  }, [offer, isPaused]);

  useEffect(
    () => () => {
      loadPasskeys().then(
        ({ endAsking }) => endAsking(),
        () => undefined,
      );
    },
    [],
  );
};

const Offered = (props: PasskeySignInProps) => {
  const signIn = usePasskeySignIn(props);
  const isBusy = signIn.isPending || signIn.isSuccess;
  useAutofill(isBusy, (assertion) => signIn.mutate(assertion));

  return (
    <Stack gap="3">
      <BusyButton
        size="lg"
        variant="outline"
        w="100%"
        isBusy={isBusy}
        onClick={() => signIn.mutate(undefined)}
      >
        {!isBusy && <KeyRound aria-hidden />}
        Sign in with a passkey
      </BusyButton>
      <PasskeyRefusal error={signIn.error} />
    </Stack>
  );
};

/** The button and the autofill of passkeys; nothing in a browser that has none. */
export const PasskeySignIn = (props: PasskeySignInProps) => hasPasskeys() && <Offered {...props} />;
