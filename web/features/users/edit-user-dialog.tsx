import { useQuery } from '@tanstack/react-query';
import { Modal } from '../../components/dialog/modal.tsx';
import type { DialogProps } from '../../lib/address/dialogs.ts';
import { nameWithNumber } from '../../lib/words/full-name.ts';
import { EditUserForm } from './edit-user-form.tsx';
import { userQuery } from './queries.ts';
import { useIsOwn } from './use-is-own.ts';
import { UserDialogBody } from './user-dialog-body.tsx';
import type { UserField } from './user-fields.ts';

/** `choice` is the field that is focused first, if not the name. */
type EditUserDialogProps = DialogProps<{ userId: number; choice: UserField | undefined }>;

export const EditUserDialog = ({
  subject: { userId, choice: firstField },
  onClose,
  onDone,
}: EditUserDialogProps) => {
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
