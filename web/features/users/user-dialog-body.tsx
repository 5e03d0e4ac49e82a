import { Dialog } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { UserDetail } from '#shared/contract/users.ts';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonFooter } from '../../components/loading/skeleton-footer.tsx';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { userQuery } from './queries.ts';
import { isMissingUser, MissingUser } from './record/missing-user.tsx';

interface UnreadUserProps {
  /** Null while it is being read. */
  error: Error | null;
  onRetry: () => void;
  onClose: () => void;
}

/** The inside of a dialog whose user is not read yet, or could not be. */
export const UnreadUser = ({ error, onRetry, onClose }: UnreadUserProps) => (
  <>
    <Dialog.Body>
      {isMissingUser(error) && <MissingUser error={error} onClose={onClose} />}
      {error && !isMissingUser(error) && (
        <LoadError title="The user could not be read" error={error} onRetry={onRetry} />
      )}
      {!error && <SkeletonRows label="Loading the user" rows={5} height="12" />}
    </Dialog.Body>
    {!error && <SkeletonFooter />}
  </>
);

interface UserDialogBodyProps {
  userId: number;
  onClose: () => void;
  children: (user: UserDetail) => ReactNode;
}

/**
 * The inside of a dialog that needs the user's fields. Until they are read it shows skeletons, or why they could not
 * be.
 */
export const UserDialogBody = ({ userId, onClose, children }: UserDialogBodyProps) => {
  const { data: user, error, refetch } = useQuery(userQuery(userId));

  return user ? children(user) : <UnreadUser error={error} onRetry={refetch} onClose={onClose} />;
};
