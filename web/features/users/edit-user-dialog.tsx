import { useQuery } from '@tanstack/react-query';
import { Modal } from '../../components/dialog/modal.tsx';
import type { DialogProps, OpenText } from '../../lib/address/dialogs.ts';
import { nameWithNumber } from '../../lib/words/full-name.ts';
import { EditUserForm } from './edit-user-form.tsx';
import { userQuery } from './queries.ts';
import { useIsOwn } from './use-is-own.ts';
import { UserDialogBody } from './user-dialog-body.tsx';
import type { UserField } from './user-fields.ts';

/** `choice` is the field that is focused first, if not the name; `next` is the dialog in whose place this one opened. */
type EditUserDialogProps = DialogProps<{
  userId: number;
  choice: UserField | undefined;
  next: OpenText | undefined;
}>;

export const EditUserDialog = ({
  subject: { userId, choice: firstField, next },
  onNext,
  ...steps
}: EditUserDialogProps) => {
  const goBack = next && (() => onNext(next));
  const { onClose, onDone } = goBack ? { onClose: goBack, onDone: goBack } : steps;
  const { data: user } = useQuery(userQuery(userId));
  const title = user ? `Edit User ${nameWithNumber(user)}` : 'Edit User';
  const isOwn = useIsOwn(userId);

  return (
    <Modal
      title={isOwn ? 'Edit your details' : title}
      size="wide"
      onClose={onClose}
      {...(firstField && {
        initialFocus: () => document.querySelector<HTMLElement>(`[name="${firstField}"]`),
      })}
    >
      <UserDialogBody userId={userId} onClose={onClose}>
        {(user) => <EditUserForm user={user} firstField={firstField} onClose={onClose} onSaved={onDone} />}
      </UserDialogBody>
    </Modal>
  );
};
