import { Box, Button, CloseButton, Flex, Spinner, Text } from '@chakra-ui/react';
import { Link as RouterLink } from '@tanstack/react-router';
import { MailWarning } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { OwnUser } from '#shared/contract/auth.ts';
import { ContactLink } from '../../components/facts/contact-link.tsx';
import { linkToOwnForm } from '../../lib/own-links.ts';
import { useUserIfKnown } from '../../lib/session.ts';
import { readStoredDraft, storeDraft } from '../../lib/stored-drafts.ts';
import { MAIL_PURPOSES } from './mail-purposes.ts';
import { useSendVerification } from './mutations.ts';

/** Kept like a draft: it outlives a reload, and ends when this person logs out. */
const HIDDEN = 'hidden-mail-note';

type Trouble = 'blocked' | 'pending' | 'unverified';

const findTrouble = ({ mail, emailVerified, pendingEmail }: OwnUser): Trouble | undefined => {
  if (mail === 'blocked') {
    return 'blocked';
  }
  if (mail === 'off' || emailVerified) {
    return undefined;
  }

  return pendingEmail === null ? 'unverified' : 'pending';
};

const SENTENCES: Record<Trouble, (user: OwnUser) => ReactNode> = {
  unverified: ({ User_Email, user_role }) => (
    <>
      Verify <b>{User_Email}</b> by the link in our mail
      <Box as="span" hideBelow="md">
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

/** Sends the verification again. Its outcome takes the focus, and the place of the button once the mail is sent. */
const SendAgain = () => {
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
        <Text
          ref={outcome}
          tabIndex={-1}
          outline="none"
          px="2"
          color={send.isError ? 'fg.error' : 'fg.success'}
        >
          {send.error?.message ?? 'It is on its way. Look into your spam folder too.'}
        </Text>
      )}
      {!send.isSuccess && (
        <Button
          size="xs"
          variant="subtle"
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

const Note = ({ user, trouble, onHide }: { user: OwnUser; trouble: Trouble; onHide: () => void }) => (
  <Flex
    as="section"
    aria-label="Your email address"
    data-note
    position="sticky"
    bottom="var(--offline-band, 0px)"
    zIndex="docked"
    align={{ base: 'flex-start', lg: 'center' }}
    gap="3"
    ps={{ base: '4', md: '6', xl: '8' }}
    pe="2"
    py="2"
    bg="bg.panel"
    borderTopWidth="1px"
    textStyle="sm"
    _print={{ display: 'none' }}
  >
    <Box as={MailWarning} boxSize="5" flexShrink="0" color="fg.warning" hideBelow="md" aria-hidden />
    <Flex
      flex="1"
      minW="0"
      direction={{ base: 'column', lg: 'row' }}
      align={{ base: 'flex-start', lg: 'center' }}
      columnGap="4"
      rowGap="1"
    >
      <Text flex={{ lg: '1' }} minW="0" maxW="100%" overflowWrap="anywhere">
        {SENTENCES[trouble](user)}
      </Text>
      <Flex wrap="wrap" align="center" columnGap="1" ms={{ base: '-2', lg: '0' }}>
        {trouble === 'unverified' && <SendAgain />}
        <Button asChild size="xs" variant="ghost" px="2">
          <RouterLink {...linkToOwnForm(user.user_role, 'email')}>Wrong address? Change it</RouterLink>
        </Button>
      </Flex>
    </Flex>
    <CloseButton size="xs" aria-label="Hide until you sign in again" onClick={onHide} />
  </Flex>
);

/** A bar at the lower edge while mail does not reach the user. There it shifts nothing when it appears. */
export const MailNote = () => {
  const user = useUserIfKnown();
  const trouble = user && findTrouble(user);
  const [hidden, setHidden] = useState<Trouble>();
  if (!trouble || hidden === trouble || readStoredDraft(user.User_Id, HIDDEN) === trouble) {
    return null;
  }

  const hide = () => {
    storeDraft(user.User_Id, HIDDEN, trouble);
    setHidden(trouble);
  };

  return <Note key={trouble} user={user} trouble={trouble} onHide={hide} />;
};
