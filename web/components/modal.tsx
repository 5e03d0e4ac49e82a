import { CloseButton, Dialog, Portal } from '@chakra-ui/react';
import { useHydrated } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A wide one fills the screen of a phone; elsewhere it hangs from the top, so that its tabs stay where they are. */
const SIZES = {
  sm: { size: 'sm', maxWidth: '26rem', mx: { base: '3', md: 'auto' } },
  md: { size: 'md', maxWidth: '32rem', mx: { base: '3', md: 'auto' } },
  wide: { size: { mdDown: 'full', md: 'xl' }, maxWidth: { md: 'min(60rem, 100vw - 3rem)' }, mx: 'auto' },
} as const;

/** On paper it is all there is (web/theme-brand.ts hides the page behind it), and as long as what it holds. */
const PRINTED = {
  backdrop: { display: 'none' },
  positioner: { position: 'static', display: 'block', width: 'auto', height: 'auto', overflow: 'visible' },
  content: { maxWidth: 'none', maxHeight: 'none', margin: '0', boxShadow: 'none', overflow: 'visible' },
} as const;

interface ModalProps {
  title: ReactNode;
  onClose: () => void;
  role?: 'dialog' | 'alertdialog';
  size?: keyof typeof SIZES;
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
  size = 'md',
  initialFocus,
  children,
}: ModalProps) => {
  // No page of the build has a dialog, and one that its address opens must not differ while the browser takes it over.
  if (!useHydrated()) return null;

  return (
    <Dialog.Root
      open
      role={role}
      size={SIZES[size].size}
      placement={size === 'wide' ? 'top' : 'center'}
      scrollBehavior="inside"
      onOpenChange={({ open }) => !open && onClose()}
      persistentElements={[toastRegion]}
      {...(initialFocus && { initialFocusEl: initialFocus })}
    >
      <Portal>
        <Dialog.Backdrop _print={PRINTED.backdrop} />
        <Dialog.Positioner _print={PRINTED.positioner}>
          <Dialog.Content maxWidth={SIZES[size].maxWidth} mx={SIZES[size].mx} _print={PRINTED.content}>
            <Dialog.Header>
              <Dialog.Title pe="8">{title}</Dialog.Title>
            </Dialog.Header>
            {children}
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" colorPalette="gray" _print={{ display: 'none' }} />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
};
