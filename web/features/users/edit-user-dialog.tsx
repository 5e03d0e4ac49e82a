import { Dialog } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { LoadError } from '../../components/load-error.tsx';
import { Modal } from '../../components/modal.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { EditUserForm } from './edit-user-form.tsx';
import { userQuery } from './queries.ts';

interface UserDialogProps {
  userId: number;
  onClose: () => void;
}

export const EditUserDialog = ({ userId, onClose }: UserDialogProps) => {
  const { data: user, error, refetch } = useQuery(userQuery(userId));

  return (
    <Modal title={user ? `Edit User ${user.OWNumber}` : 'Edit User'} size="wide" onClose={onClose}>
      {user ? (
        <EditUserForm user={user} onClose={onClose} />
      ) : (
        <Dialog.Body>
          {error ? (
            <LoadError title="The user could not be read" error={error} onRetry={refetch} />
          ) : (
            <SkeletonRows label="Loading the user" rows={6} height="12" />
          )}
        </Dialog.Body>
      )}
    </Modal>
  );
};
