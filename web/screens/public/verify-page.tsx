import { Button, Flex } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import type { OwnUser } from '#shared/contract/auth.ts';
import { LINK_GONE } from '#shared/errors.ts';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { FormPage } from '../../components/form/form-page.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import { CheckingLink, UncheckedLink, WayOn } from '../../features/links/link-outcome.tsx';
import { useVerify } from '../../features/links/mutations.ts';
import { isGone, verificationLinkQuery } from '../../features/links/queries.ts';
import { dropToken, useLinkToken } from '../../lib/address/opened-links.ts';
import { toast } from '../../lib/browser/toast.ts';
import { isConflict } from '../../lib/reads/api-error.ts';
import { useLookAgain } from '../../lib/session/look-again.ts';
import { homeOf, sessionQuery, useLogOut } from '../../lib/session/session.ts';

const COME_BACK = { returnTo: '/verify-email' };

const LogOutAndSignIn = () => {
  const logOut = useLogOut(COME_BACK);

  return (
    <Flex>
      <BusyButton isBusy={logOut.isPending} onClick={() => logOut.mutate()}>
        Log out and sign in
      </BusyButton>
    </Flex>
  );
};

/** The page for a link that works only together with its account's session. */
const askToSignIn = (user: OwnUser | null | undefined) =>
  user ? (
    <FormPage
      title="This link is for another account"
      lead={
        <>
          This browser is signed in as <b>{user.User_Email}</b>. Sign in with the account that the mail was
          for, and press the button again.
        </>
      }
    >
      <LogOutAndSignIn />
    </FormPage>
  ) : (
    <FormPage
      title="Sign in first"
      lead="The link counts together with your account. After signing in you are back here, and press the button once more."
    >
      <Flex>
        <Button asChild>
          <Link to="/auth" search={COME_BACK}>
            Sign in
          </Link>
        </Button>
      </Flex>
    </FormPage>
  );

/** The page for a link that has ended. Whoever opens a link twice has verified the address and need not worry. */
const tellGone = (user: OwnUser | null | undefined) => (
  <FormPage
    title={user?.emailVerified ? 'Nothing left to do' : 'This link has ended'}
    lead={
      user?.emailVerified ? (
        <>
          This link was used or has expired, but your address <b>{user.User_Email}</b> is verified.
        </>
      ) : (
        `${LINK_GONE} The portal sends it when you are signed in.`
      )
    }
  >
    <WayOn to="/">Go to the portal</WayOn>
  </FormPage>
);

/** Verifies an address, or confirms a changed one, by the link of a mail (D46). */
export const VerifyPage = () => {
  const token = useLinkToken('/verify-email');
  const check = useQuery(verificationLinkQuery(token));
  const { data: user } = useQuery(sessionQuery);
  const verify = useVerify();
  const lookAgain = useLookAgain();
  const router = useRouter();

  const act = () =>
    verify.mutate(token ?? '', {
      onSuccess: async (answer) => {
        if (answer === 'sign-in') {
          return;
        }
        dropToken('/verify-email');
        const signedIn = await lookAgain('address');
        if (signedIn) {
          toast({ title: 'Address verified', description: 'Our mail reaches you there.', tone: 'success' });
          await router.navigate({ to: homeOf(signedIn) });
        }
      },
    });

  if (!token) {
    return (
      <FormPage
        title="Open the link in our mail"
        lead="This page works only with that link. If you reloaded the page, open the link again. The portal sends a new one when you are signed in."
      >
        <WayOn to="/">Go to the portal</WayOn>
      </FormPage>
    );
  }
  if (isGone(check.error) || isGone(verify.error)) {
    return tellGone(user);
  }
  if (verify.data === 'sign-in') {
    return askToSignIn(user);
  }
  if (verify.error && isConflict(verify.error)) {
    return (
      <FormPage title="This address is taken" lead={verify.error.message}>
        <WayOn to="/">Go to the portal</WayOn>
      </FormPage>
    );
  }

  return (
    <FormPage
      title="Verify your email address"
      lead="Press the button to tell us that this mailbox is yours."
    >
      <RefusalNote title="The address could not be verified" error={verify.error} />
      {check.isSuccess && (
        <BusyButton size="lg" isBusy={verify.isPending || verify.isSuccess} onClick={act}>
          Verify address
        </BusyButton>
      )}
      {check.isPending && <CheckingLink height="11" />}
      {check.error && (
        <UncheckedLink error={check.error} isBusy={check.isFetching} onRetry={() => void check.refetch()} />
      )}
    </FormPage>
  );
};
