import { Alert, Badge, Button, HStack, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import type { OwnUser } from '#shared/contract/auth.ts';
import { SettingCard } from '../../components/facts/setting-card.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { linkToDialog } from '../../lib/address/dialogs.ts';
import { showError, toast } from '../../lib/browser/toast.ts';
import { MAIL_PURPOSES } from './mail-purposes.ts';
import { mayChangeAddress } from './may-change-address.ts';
import { useKeepEmail, useSendVerification } from './mutations.ts';
import { OWN_DIALOGS } from './own-dialogs.ts';

const Standing = ({ user }: { user: OwnUser }) => {
  if (user.mail === 'blocked') {
    return (
      <Badge size="sm" colorPalette="red">
        Mail stopped
      </Badge>
    );
  }

  return user.emailVerified ? (
    <Badge size="sm" colorPalette="green">
      Verified
    </Badge>
  ) : (
    <Badge size="sm" colorPalette="orange">
      Not verified
    </Badge>
  );
};

const Unverified = ({ user }: { user: OwnUser }) => {
  const send = useSendVerification();
  const sendAgain = () =>
    send.mutate(undefined, {
      onSuccess: () =>
        toast({
          title: 'Check your mail',
          description: 'A new link is on its way. It holds for 24 hours.',
          tone: 'success',
        }),
      onError: showError('No link was sent'),
    });

  return (
    <>
      <Text textStyle="sm" color="fg.muted">
        Open the link in the mail that we sent to this address, {MAIL_PURPOSES[user.user_role]}.
      </Text>
      <BusyButton size="sm" variant="outline" isBusy={send.isPending} onClick={sendAgain}>
        Send the link again
      </BusyButton>
    </>
  );
};

const Pending = ({ address }: { address: string }) => {
  const keep = useKeepEmail();

  return (
    <Alert.Root status="info" size="sm">
      <Alert.Indicator />
      <Alert.Content gap="2" minW="0">
        <Alert.Title>A new address waits for its link</Alert.Title>
        <Alert.Description overflowWrap="anywhere">
          We sent a link to <b>{address}</b>. It holds for an hour. Your address changes when you open the
          link and confirm it.
        </Alert.Description>
        <HStack gap="2" flexWrap="wrap">
          <Button asChild size="xs" variant="outline">
            <Link {...linkToDialog('own.email', OWN_DIALOGS['own.email'])}>Send again</Link>
          </Button>
          <BusyButton size="xs" variant="outline" isBusy={keep.isPending} onClick={() => keep.mutate()}>
            Keep the present address
          </BusyButton>
        </HStack>
      </Alert.Content>
    </Alert.Root>
  );
};

/** The address that signs in, whether it is verified, and the address that waits to replace it. */
export const EmailCard = ({ user }: { user: OwnUser }) => {
  const isMailOn = user.mail !== 'off';

  return (
    <SettingCard
      title="Email address"
      description="You sign in with this address, and we send our mail to it."
    >
      <HStack gap="2" flexWrap="wrap" maxW="100%">
        <Text fontWeight="medium" overflowWrap="anywhere" minW="0">
          {user.User_Email}
        </Text>
        {isMailOn && <Standing user={user} />}
      </HStack>
      {user.mail === 'blocked' && (
        <Text textStyle="sm" color="fg.muted">
          Mail to this address came back or was reported as unwanted, so we stopped it. Use another address,
          or ask us to try again.
        </Text>
      )}
      {user.mail === 'on' && !user.emailVerified && !user.pendingEmail && <Unverified user={user} />}
      {user.pendingEmail && <Pending address={user.pendingEmail} />}
      {mayChangeAddress(user) && (
        <Button asChild size="sm" variant="outline">
          <Link {...linkToDialog('own.email', OWN_DIALOGS['own.email'])}>Change email</Link>
        </Button>
      )}
    </SettingCard>
  );
};
