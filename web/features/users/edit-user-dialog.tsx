import { useQuery } from '@tanstack/react-query';
import { Modal } from '../../components/modal.tsx';
import { EditUserForm } from './edit-user-form.tsx';
import { userQuery } from './queries.ts';
import { UserDialogBody, type UserDialogProps } from './user-dialog-body.tsx';

export const EditUserDialog = ({ userId, onClose }: UserDialogProps) => {
  const { data: user } = useQuery(userQuery(userId));

  return (
    <Modal title={user ? `Edit User ${user.OWNumber}` : 'Edit User'} size="wide" onClose={onClose}>
      <UserDialogBody userId={userId} rows={6} height="12">
        {(user) => <EditUserForm user={user} onClose={onClose} />}
      </UserDialogBody>
    </Modal>
  );
};
