import { Box, Button, CloseButton, Flex, Spinner, Text } from '@chakra-ui/react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { MailWarning } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { OwnUser } from '#shared/contract/auth.ts';
import type { Role } from '#shared/contract/fields.ts';
import { ContactLink } from '../../components/facts/contact-link.tsx';
import { linkToOwnForm } from '../../lib/address/own-links.ts';
import { MAIL_PURPOSES } from './mail-purposes.ts';
import { MAIL_TROUBLES, type MailTrouble } from './mail-trouble.ts';
import { useSendVerification } from './mutations.ts';

const SENTENCES: Record<MailTrouble, (user: OwnUser) => ReactNode> = {
  unverified: ({ User_Email, user_role }) => (
    <>
      Verify <b>{User_Email}</b> by the link in our mail
      <Box as="span" hideBelow="2xl">
        , {MAIL_PURPOSES[user_role]}
      </Box>
      .
    </>
  ),
  pending: ({ User_Email, pendingEmail }) => (
    <>
      Your new address <b>{pendingEmail}</b> waits for the link in our mail. Until then you sign in with{' '}
      <b>{User_Email}</b>.
    </>
  ),
  blocked: ({ User_Email }) => (
    <>
      Our mail to <b>{User_Email}</b> came back or was reported as unwanted. If the address is right, write to{' '}
      <ContactLink />.
    </>
  ),
};

/** In a line of 44 px, a finger's button would fill it with its colour. */
const BUTTON = { base: 'ghost', lg: 'subtle' } as const;

/** Sends the verification again. Its outcome takes the focus, and the place of the button once the mail is sent. */
export const SendAgain = () => {
  const send = useSendVerification();
  const outcome = useRef<HTMLParagraphElement>(null);
  const isSettled = send.isSuccess || send.isError;

  useEffect(() => {
    if (isSettled) {
      outcome.current?.focus();
    }
  }, [isSettled]);

  return (
    <>
      {isSettled && (
        <Text ref={outcome} tabIndex={-1} outline="none" color={send.isError ? 'fg.error' : 'fg.success'}>
          {send.error?.message ?? (
            <>
              It is on its way.
              <Box as="span" hideBelow="lg">
                {' '}
                Look into your spam folder too.
              </Box>
            </>
          )}
        </Text>
      )}
      {!send.isSuccess && (
        <Button
          size="xs"
          variant={BUTTON}
          aria-busy={send.isPending}
          onClick={() => !send.isPending && send.mutate()}
        >
          {send.isPending && <Spinner size="sm" borderWidth="2px" />}
          Send again
        </Button>
      )}
    </>
  );
};

/** The page with the address and what can be done about it. */
const ownPageOf = (role: Role): LinkProps =>
  role === 'admin'
    ? { to: '/admin', search: { section: 'account' } }
    : { to: '/client', search: { section: 'profile' } };

/** A page that asks for the same with its own button needs no bar. */
const UNLESS_A_STEP = { 'body:has([data-verify-step]) &': { display: 'none' } };

interface MailNoteProps {
  user: OwnUser;
  trouble: MailTrouble;
  hide: () => void;
}

/**
 * A bar of one line at the lower edge while mail does not reach the user. There it shifts nothing when it appears. On a
 * phone it has a few words and one button.
 */
export const MailNote = ({ user, trouble, hide }: MailNoteProps) => (
  <Flex
    as="section"
    aria-label="Your email address"
    data-note
    {...(trouble === 'unverified' && { css: UNLESS_A_STEP })}
    position="sticky"
    bottom="var(--offline-band, 0px)"
    zIndex="docked"
    align="center"
    gap="2"
    minH="11"
    ps={{ base: '4', md: '6', xl: '8' }}
    bg="bg.panel"
    boxShadow="0 -1px var(--chakra-colors-border)"
    textStyle="sm"
    _print={{ display: 'none' }}
  >
    <Box as={MailWarning} boxSize="5" flexShrink="0" color="fg.warning" hideBelow="sm" aria-hidden />
    <Text flex="1" minW="0" overflowWrap="anywhere" hideBelow="lg">
      {SENTENCES[trouble](user)}
    </Text>
    <Text flex="1" minW="0" fontWeight="medium" hideFrom="lg">
      {MAIL_TROUBLES[trouble]}
    </Text>
    {trouble === 'unverified' ? (
      <SendAgain />
    ) : (
      <Button asChild size="xs" variant={BUTTON} hideFrom="lg">
        <Link {...ownPageOf(user.user_role)}>See why</Link>
      </Button>
    )}
    <Button asChild size="xs" variant="ghost" px="2" hideBelow="lg">
      <Link {...linkToOwnForm(user.user_role, 'own.email')}>Wrong address? Change it</Link>
    </Button>
    <CloseButton size="xs" aria-label="Hide until you sign in again" onClick={hide} />
  </Flex>
);
