import { CloseButton, type ConditionalValue, Dialog, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface ModalProps {
  title: ReactNode;
  onClose: () => void;
  role?: 'dialog' | 'alertdialog';
  size?: ConditionalValue<'sm' | 'md' | 'lg' | 'xl' | 'full'>;
  maxWidth?: string;
  /** What gets the focus first; else the first thing that takes it. */
  initialFocus?: () => HTMLElement | null;
  /** Dialog.Body and Dialog.Footer, inside a form if there is one. */
  children: ReactNode;
}

/** A click on a toast is no click outside the dialog. */
const toastRegion = () => document.querySelector('[role="region"][aria-label^="Notifications"]');

/** An open dialog: it is there as long as it is rendered. Every way out of it calls `onClose`. */
export const Modal = ({
  title,
  onClose,
  role = 'dialog',
  size = 'lg',
  maxWidth,
  initialFocus,
  children,
}: ModalProps) => (
  <Dialog.Root
    open
    role={role}
    size={size}
    placement="center"
    scrollBehavior="inside"
    onOpenChange={({ open }) => !open && onClose()}
    persistentElements={[toastRegion]}
    {...(initialFocus && { initialFocusEl: initialFocus })}
  >
    <Portal>
      <Dialog.Backdrop />
      <Dialog.Positioner>
        <Dialog.Content {...(maxWidth && { maxWidth })} mx={{ base: '3', md: 'auto' }}>
          <Dialog.Header>
            <Dialog.Title pe="8">{title}</Dialog.Title>
          </Dialog.Header>
          {children}
          <Dialog.CloseTrigger asChild>
            <CloseButton size="sm" />
          </Dialog.CloseTrigger>
        </Dialog.Content>
      </Dialog.Positioner>
    </Portal>
  </Dialog.Root>
);
