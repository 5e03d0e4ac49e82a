import { useQuery } from '@tanstack/react-query';
import { Modal } from '../../components/dialog/modal.tsx';
import { fullName } from '../../lib/full-name.ts';
import { EditUserForm } from './edit-user-form.tsx';
import { userQuery } from './queries.ts';
import { useIsOwn } from './use-is-own.ts';
import { UserDialogBody, type UserDialogProps } from './user-dialog-body.tsx';
import type { UserField } from './user-fields.ts';

interface EditUserDialogProps extends UserDialogProps {
  /** The field that is focused first, if not the name. */
  firstField?: UserField | undefined;
}

export const EditUserDialog = ({ userId, firstField, onClose }: EditUserDialogProps) => {
  const { data: user } = useQuery(userQuery(userId));
  const title = user ? `Edit User ${fullName(user)}` : 'Edit User';
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
      <UserDialogBody userId={userId} onClose={onClose} height={{ base: '37rem', md: '30.25rem' }}>
        {(user) => <EditUserForm user={user} firstField={firstField} onClose={onClose} />}
      </UserDialogBody>
    </Modal>
  );
};
