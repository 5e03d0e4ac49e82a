import { Alert, Dialog, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { UserDetail, UserSummary } from '#shared/contract/users.ts';
import { whyNotInvited } from '#shared/invite-obstacle.ts';
import { DialogFooter } from '../../components/dialog/dialog-footer.tsx';
import { Modal } from '../../components/dialog/modal.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import type { DialogProps } from '../../lib/address/dialogs.ts';
import { useFormKey } from '../../lib/forms/idempotency-key.ts';
import { fullName } from '../../lib/words/full-name.ts';
import { useInvite } from './mutations.ts';
import { userQuery, userSummaryQuery } from './queries.ts';
import { UnreadUser, UserDialogBody } from './user-dialog-body.tsx';

interface QuestionProps {
  user: UserDetail;
  invitation: UserSummary['invitation'];
  onClose: () => void;
  onDone: () => void;
}

const Question = ({ user, invitation, onClose, onDone }: QuestionProps) => {
  const idempotencyKey = useFormKey();
  const invite = useInvite(user.User_Id);
  const obstacle = whyNotInvited(invitation, new Date());

  return (
    <>
      <Dialog.Body>
        <Stack gap="3">
          {obstacle ? (
            <Alert.Root status="info">
              <Alert.Indicator />
              <Alert.Title>{obstacle}</Alert.Title>
            </Alert.Root>
          ) : (
            <Text overflowWrap="anywhere">
              A mail goes to <b>{user.User_Email}</b> with a link to choose a password. The link holds for 7
              days and works once. It also verifies the address.
            </Text>
          )}
          <RefusalNote title="Nobody was invited" error={invite.error} />
        </Stack>
      </Dialog.Body>
      <DialogFooter
        onCancel={onClose}
        type="button"
        isBusy={invite.isPending}
        disabled={obstacle !== undefined}
        onClick={() => invite.mutate(idempotencyKey, { onSuccess: onDone })}
      >
        Invite
      </DialogFooter>
    </>
  );
};

/** Asks before a client who has never signed in is mailed a link to choose a password (D46). */
export const InviteDialog = ({ subject: userId, title, onClose, onDone }: DialogProps<number>) => {
  const { data: user } = useQuery(userQuery(userId));
  const { data: summary, error, refetch } = useQuery(userSummaryQuery(userId));

  return (
    <Modal
      title={
        user ? (
          <>
            Invite <bdi>{fullName(user)}</bdi>?
          </>
        ) : (
          title
        )
      }
      size="sm"
      onClose={onClose}
    >
      <UserDialogBody userId={userId} onClose={onClose}>
        {(user) =>
          summary ? (
            <Question user={user} invitation={summary.invitation} onClose={onClose} onDone={onDone} />
          ) : (
            <UnreadUser error={error} onRetry={refetch} onClose={onClose} />
          )
        }
      </UserDialogBody>
    </Modal>
  );
};
