import { Button, Dialog } from '@chakra-ui/react';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyNote } from '../list/empty-note.tsx';
import { Modal } from './modal.tsx';

interface RefusedDialogProps {
  title: ReactNode;
  /** What is not possible. */
  why: string;
  /** What the person may want to know besides. */
  children?: ReactNode;
  onClose: () => void;
}

/** A dialog whose record is gone, or does not allow its act any more. */
export const RefusedDialog = ({ title, why, children, onClose }: RefusedDialogProps) => (
  <Modal title={title} onClose={onClose}>
    <Dialog.Body>
      <EmptyNote
        icon={SearchX}
        title={why}
        action={
          <Button size="sm" variant="outline" mt="2" onClick={onClose}>
            Back to the page
          </Button>
        }
      >
        {children}
      </EmptyNote>
    </Dialog.Body>
  </Modal>
);
