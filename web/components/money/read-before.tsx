import { Button, Dialog } from '@chakra-ui/react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Modal } from '../dialog/modal.tsx';
import { EmptyNote } from '../list/empty-note.tsx';
import { LoadError } from '../loading/load-error.tsx';
import { SkeletonRows } from '../loading/skeleton-rows.tsx';

interface WaitingDialogProps {
  title: ReactNode;
  /** What is read, such as 'the credit'. */
  what: string;
  onClose: () => void;
}

/** A dialog whose subject is being read. */
export const WaitingDialog = ({ title, what, onClose }: WaitingDialogProps) => (
  <Modal title={title} onClose={onClose}>
    <Dialog.Body>
      <SkeletonRows label={`Loading ${what}`} rows={3} height="12" />
    </Dialog.Body>
  </Modal>
);

interface NothingToDoProps {
  icon: LucideIcon;
  title: string;
  /** Where the button leads. */
  back?: string;
  onClose: () => void;
  children: ReactNode;
}

/** Says why there is no form. */
export const NothingToDo = ({ icon, title, back = 'the payments', onClose, children }: NothingToDoProps) => (
  <EmptyNote
    icon={icon}
    title={title}
    action={
      <Button size="sm" variant="outline" mt="2" onClick={onClose}>
        Back to {back}
      </Button>
    }
  >
    {children}
  </EmptyNote>
);

interface ReadBeforeProps<Read, Subject> extends WaitingDialogProps {
  query: Pick<UseQueryResult<Read>, 'data' | 'error' | 'refetch'>;
  /** Returns the part of what was read that the form is about, or undefined if there is nothing to do. */
  find: (read: Read) => Subject | undefined;
  /** Shown if there is nothing to do. */
  nothing?: (read: Read) => ReactNode;
  /** The form. */
  children: (subject: Subject, read: Read) => ReactNode;
}

/**
 * Reads what a form is about before it shows the form. A form that has begun stays, because it holds typed values, also
 * if somebody else was faster.
 */
export const ReadBefore = <Read, Subject>({
  query: { data, error, refetch },
  find,
  nothing,
  children,
  ...dialog
}: ReadBeforeProps<Read, Subject>) => {
  const found = data === undefined ? undefined : find(data);
  const [begun, setBegun] = useState(found);
  if (found !== undefined && found !== begun) {
    setBegun(found);
  }
  const subject = found ?? begun;
  if (data !== undefined && subject !== undefined) {
    return children(subject, data);
  }
  if (data === undefined && error === null) {
    return <WaitingDialog {...dialog} />;
  }

  return (
    <Modal title={dialog.title} onClose={dialog.onClose}>
      <Dialog.Body>
        {data !== undefined && nothing?.(data)}
        {data === undefined && error && (
          <LoadError
            title={`${dialog.what.charAt(0).toUpperCase()}${dialog.what.slice(1)} could not be read`}
            error={error}
            onRetry={refetch}
          />
        )}
      </Dialog.Body>
    </Modal>
  );
};
