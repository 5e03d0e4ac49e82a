import { Button, Flex } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PRODUCT_NAME } from '#shared/brand.ts';
import type { OwnUser } from '#shared/contract/auth.ts';
import { LINK_GONE } from '#shared/errors.ts';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { FormPage } from '../../components/form/form-page.tsx';
import { CheckingLink, UncheckedLink, WayOn } from '../../features/links/link-outcome.tsx';
import { isGone, resetLinkQuery } from '../../features/links/queries.ts';
import { ResetForm } from '../../features/links/reset-form.tsx';
import { dropToken, useLinkToken } from '../../lib/address/opened-links.ts';
import { useLookAgain } from '../../lib/session/look-again.ts';
import { homeOf, keepEmailToSignIn, useLogOut } from '../../lib/session/session.ts';

/** What the page says by what its link is for; an invited client has no old password. */
const WORDS = {
  reset: {
    title: 'Choose a new password',
    lead: 'It takes the place of the old one, and you are signed out everywhere.',
    done: 'The password is changed',
  },
  invite: {
    title: 'Choose your password',
    lead: `It opens your account at ${PRODUCT_NAME}. You sign in with it and your email address.`,
    done: 'The password is set',
  },
} as const satisfies object;

/** Leads on if another account is signed in here than the one whose password was set. */
const LogOutOrStay = ({ user }: { user: OwnUser }) => {
  const logOut = useLogOut({ ended: 'reset' });

  return (
    <Flex gap="3" wrap="wrap">
      <BusyButton isBusy={logOut.isPending} onClick={() => logOut.mutate()}>
        Log out
      </BusyButton>
      <Button asChild variant="outline">
        <Link to={homeOf(user)}>Stay signed in</Link>
      </Button>
    </Flex>
  );
};

/** Sets a new password by the link of a mail (D46). */
export const ResetPage = () => {
  const token = useLinkToken('/reset-password');
  const check = useQuery(resetLinkQuery(token));
  const purpose = check.data ?? 'reset';
  const words = WORDS[purpose];
  const [wasRefused, setWasRefused] = useState(false);
  const [stillSignedIn, setStillSignedIn] = useState<OwnUser>();
  const lookAgain = useLookAgain();

  if (stillSignedIn) {
    return (
      <FormPage
        key={check.data}
        title={words.done}
        lead={
          <>
            This browser is still signed in as <b>{stillSignedIn.User_Email}</b>. Log out to sign in with the
            {purpose === 'reset' && ' new'} password.
          </>
        }
      >
        <LogOutOrStay user={stillSignedIn} />
      </FormPage>
    );
  }
  if (!token) {
    return (
      <FormPage
        title="Open the link in our mail"
        lead="This page works only with that link. If you reloaded the page, open the link again, or ask for a new one."
      >
        <WayOn to="/forgot-password">Ask for a new link</WayOn>
      </FormPage>
    );
  }
  if (wasRefused || isGone(check.error)) {
    return (
      <FormPage key={check.data} title="This link has ended" lead={LINK_GONE}>
        <WayOn to="/forgot-password">Ask for a new link</WayOn>
      </FormPage>
    );
  }

  return (
    // Another page once the purpose is known, so that the focus is in the field and not on a heading that has changed.
    <FormPage
      key={check.data}
      title={check.data ? words.title : 'Choose a password'}
      lead={check.data ? words.lead : 'We ask whether your link still holds.'}
    >
      {check.isSuccess && (
        <ResetForm
          token={token}
          isFirst={purpose === 'invite'}
          onGone={() => setWasRefused(true)}
          onDone={async (used) => {
            dropToken('/reset-password');
            if (used) {
              keepEmailToSignIn(used.User_Email);
            }
            const user = await lookAgain('reset');
            if (user) {
              setStillSignedIn(user);
            }
          }}
        />
      )}
      {check.isPending && <CheckingLink height="9.5rem" />}
      {check.error && (
        <UncheckedLink error={check.error} isBusy={check.isFetching} onRetry={() => void check.refetch()} />
      )}
    </FormPage>
  );
};
