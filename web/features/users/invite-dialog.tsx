import { Alert, Dialog, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { UserDetail } from '#shared/contract/users.ts';
import { whyNotInvited } from '#shared/invite-obstacle.ts';
import { DialogFooter } from '../../components/dialog/dialog-footer.tsx';
import { Modal } from '../../components/dialog/modal.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import type { DialogProps } from '../../lib/address/dialogs.ts';
import { useFormKey } from '../../lib/forms/idempotency-key.ts';
import { fullName } from '../../lib/words/full-name.ts';
import { useInvite } from './mutations.ts';
import { userQuery } from './queries.ts';
import { UserDialogBody } from './user-dialog-body.tsx';

interface QuestionProps {
  user: UserDetail;
  onClose: () => void;
  onDone: () => void;
}

const Question = ({ user, onClose, onDone }: QuestionProps) => {
  const idempotencyKey = useFormKey();
  const invite = useInvite(user.User_Id);
  const obstacle = whyNotInvited(user.invitation, new Date());

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
        {(user) => <Question user={user} onClose={onClose} onDone={onDone} />}
      </UserDialogBody>
    </Modal>
  );
};
