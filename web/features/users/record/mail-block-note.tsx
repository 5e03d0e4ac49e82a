import { Alert } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '#shared/dates.ts';
import { MAIL_BLOCK_REASONS } from '#shared/mails/mail-kinds.ts';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { useLiftMailBlock } from '../mutations.ts';
import { userQuery } from '../queries.ts';

/** Says that mail to an address of the user was stopped, and why, with a way to try again. */
export const MailBlockNote = ({ userId }: { userId: number }) => {
  const { data: user } = useQuery(userQuery(userId));
  const lift = useLiftMailBlock(userId);
  if (!user?.mailBlock) {
    return null;
  }

  return (
    <Alert.Root status="warning" mb="4" alignItems="center" flexWrap="wrap">
      <Alert.Indicator />
      <Alert.Content flex="1 1 14rem" minW="0">
        <Alert.Title overflowWrap="anywhere">
          {user.mailBlock.reason === 'complaint' ? 'Only links and notices go' : 'No mail goes'} to{' '}
          {user.mailBlock.address}
        </Alert.Title>
        <Alert.Description>
          {MAIL_BLOCK_REASONS[user.mailBlock.reason]}, {formatDateTime(user.mailBlock.since)}.
        </Alert.Description>
      </Alert.Content>
      <BusyButton size="xs" variant="outline" isBusy={lift.isPending} onClick={() => lift.mutate()}>
        Try again
      </BusyButton>
    </Alert.Root>
  );
};
