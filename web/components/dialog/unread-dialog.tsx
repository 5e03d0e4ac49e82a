import { Dialog } from '@chakra-ui/react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../lib/reads/api-error.ts';
import { LoadError } from '../loading/load-error.tsx';
import { SkeletonFooter } from '../loading/skeleton-footer.tsx';
import { SkeletonRows } from '../loading/skeleton-rows.tsx';
import { Modal } from './modal.tsx';
import { RefusedDialog } from './refused-dialog.tsx';

interface UnreadDialogProps {
  title: ReactNode;
  /** What is read, such as 'the file'. */
  what: string;
  read: Pick<UseQueryResult, 'error' | 'refetch'>;
  onClose: () => void;
}

/** A dialog whose record is not read yet, is gone, or could not be read. */
export const UnreadDialog = ({ title, what, read: { error, refetch }, onClose }: UnreadDialogProps) =>
  error instanceof ApiError && error.status === 404 ? (
    <RefusedDialog title={title} why={error.message} onClose={onClose} />
  ) : (
    <Modal title={title} onClose={onClose}>
      <Dialog.Body>
        {error ? (
          <LoadError
            title={`${what.charAt(0).toUpperCase()}${what.slice(1)} could not be read`}
            error={error}
            onRetry={refetch}
          />
        ) : (
          <SkeletonRows label={`Loading ${what}`} rows={4} height="12" />
        )}
      </Dialog.Body>
      {!error && <SkeletonFooter />}
    </Modal>
  );
