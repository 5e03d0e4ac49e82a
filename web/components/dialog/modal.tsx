import { CloseButton, Dialog, Portal } from '@chakra-ui/react';
import { useHydrated } from '@tanstack/react-router';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { lockPage } from '../../lib/browser/lock-page.ts';
import { TOASTS_ID } from '../../lib/browser/toast.ts';

/** The height of the window above the band of web/components/shell/offline-band.tsx. */
const FREE_HEIGHT = 'calc(100dvh - var(--offline-band, 0px))';

/** All are aligned to the top, so that content that comes later moves nothing. A wide one fills the screen of a phone. */
const SIZES = {
  sm: { size: 'sm', maxWidth: '26rem', mx: { base: '3', md: 'auto' }, my: { mdDown: '3' } },
  md: {
    size: 'md',
    maxWidth: '32rem',
    mx: { base: '3', md: 'auto' },
    // A form on a phone gets the room above and below itself.
    my: { mdDown: '3' },
    maxHeight: { mdDown: 'calc(100% - 1.5rem)' },
  },
  /** Fills the screen of a phone, too. */
  search: {
    size: { mdDown: 'full', md: 'md' },
    maxWidth: { md: '40rem' },
    mx: 'auto',
    minHeight: { mdDown: FREE_HEIGHT },
  },
  wide: {
    size: { mdDown: 'full', md: 'xl' },
    maxWidth: { md: 'min(60rem, 100vw - 3rem)' },
    mx: 'auto',
    minHeight: { mdDown: FREE_HEIGHT },
  },
} as const;

/**
 * On paper only the dialog is printed (web/theme-brand.ts hides the page behind it), at the full length of its content.
 */
const PRINTED = {
  backdrop: { display: 'none' },
  positioner: { position: 'static', display: 'block', width: 'auto', height: 'auto', overflow: 'visible' },
  content: { maxWidth: 'none', maxHeight: 'none', margin: '0', boxShadow: 'none', overflow: 'visible' },
} as const;

export interface ModalFrameProps {
  onClose: () => void;
  role?: 'dialog' | 'alertdialog';
  size?: keyof typeof SIZES;
  /** Modal, or a component that shows one as soon as it can. */
  children: ReactNode;
}

type FindElement = () => HTMLElement | null;

/** State that an open frame shares with its current content. */
interface Frame {
  isOpen: boolean;
  content: HTMLElement | null;
  initialFocus: FindElement | undefined;
  finalFocus: FindElement | undefined;
  /** What the content does when it is closed. */
  onClose: (() => void) | undefined;
}

const FrameContext = createContext<Frame | undefined>(undefined);

/**
 * Returns what gets the focus after a dialog: null for the element that had it before, or, if that is gone, the heading
 * of the dialog or the page below.
 */
const findFocusAfter = (opener: Element | null, content: HTMLElement | null): HTMLElement | null => {
  if (opener?.isConnected && opener !== document.body) {
    return null;
  }
  const focused = document.activeElement;
  // Another dialog may have taken the place of this one.
  if (focused !== document.body && !content?.contains(focused)) {
    return focused as HTMLElement;
  }
  const titles = [...document.querySelectorAll<HTMLElement>('[data-scope=dialog][data-part=title], h1')];
  const heading = titles.filter((title) => !content?.contains(title)).at(-1) ?? null;
  heading?.setAttribute('tabindex', '-1');

  return heading;
};

/**
 * The frame of an open dialog: it is open as long as it is rendered, and every way of closing it calls `onClose`. It
 * stays mounted while its content is exchanged, for example when the code of a dialog replaces its skeleton.
 */
export const ModalFrame = ({ onClose, role = 'dialog', size = 'md', children }: ModalFrameProps) => {
  const { size: dialogSize, ...shape } = SIZES[size];
  const { current: frame } = useRef<Frame>({
    isOpen: false,
    content: null,
    initialFocus: undefined,
    finalFocus: undefined,
    onClose: undefined,
  });
  const [opener] = useState(() => document.activeElement);
  const close = () => (frame.onClose ?? onClose)();
  const isHydrated = useHydrated();

  useEffect(() => {
    frame.isOpen = true;

    return frame.content ? lockPage(frame.content) : undefined;
  }, [frame]);

  // No page of the build has a dialog, and the first render must match that page, even if the address opens a dialog.
  if (!isHydrated) {
    return null;
  }

  return (
    <Dialog.Root
      open
      role={role}
      size={dialogSize}
      placement="top"
      scrollBehavior="inside"
      onOpenChange={({ open }) => !open && close()}
      // Chakra's own way of making a dialog modal is slow; lockPage replaces it.
      modal={false}
      trapFocus
      closeOnInteractOutside={false}
      // A dialog that goes would close those that have opened over it.
      onRequestDismiss={(event) => event.preventDefault()}
      initialFocusEl={() => frame.initialFocus?.() ?? null}
      finalFocusEl={() => frame.finalFocus?.() ?? findFocusAfter(opener, frame.content)}
    >
      <Portal>
        <Dialog.Backdrop onClick={role === 'dialog' ? close : undefined} _print={PRINTED.backdrop} />
        <Dialog.Positioner height={FREE_HEIGHT} _print={PRINTED.positioner}>
          <Dialog.Content
            {...shape}
            aria-modal
            overscrollBehavior="contain"
            _print={PRINTED.content}
            ref={(content: HTMLElement | null) => {
              frame.content = content;
            }}
          >
            <FrameContext value={frame}>{children}</FrameContext>
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" colorPalette="gray" _print={{ display: 'none' }} />
            </Dialog.CloseTrigger>
            {/* The dialog's focus trap lets the focus go to what a control in it has opened: F8 reaches a toast. */}
            <button type="button" hidden disabled aria-controls={TOASTS_ID} aria-expanded />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
};

interface ModalProps extends ModalFrameProps {
  title: ReactNode;
  description?: ReactNode;
  /** Gets the focus first; by default the first element that can have it. */
  initialFocus?: FindElement | undefined;
  /** Gets the focus afterwards, if that is not the element that had it before. */
  finalFocus?: FindElement | undefined;
  /** Dialog.Body and Dialog.Footer, inside a form if there is one. */
  children: ReactNode;
}

const FOCUSABLE = ':is(a[href], button, input, select, textarea):not([disabled], [tabindex="-1"])';

const ModalContent = ({
  frame,
  title,
  description,
  initialFocus,
  finalFocus,
  onClose,
  children,
}: Omit<ModalProps, 'role' | 'size'> & { frame: Frame }) => {
  const takeFocus = useEffectEvent((isBehindFree: boolean) => {
    frame.initialFocus = initialFocus;
    frame.finalFocus = finalFocus;
    const focused = document.activeElement;
    // In a frame that was open before this content, only the frame or its close button could have taken the focus.
    const isOnClose = focused?.matches('[data-part=close-trigger]') && frame.content?.contains(focused);
    const isBehind = !focused?.closest('[data-scope=dialog], [data-scope=toast]');
    const isFree = focused === document.body || focused === frame.content || isOnClose;
    if (frame.isOpen && (isFree || (isBehindFree && isBehind))) {
      (initialFocus?.() ?? frame.content?.querySelector<HTMLElement>(FOCUSABLE))?.focus();
    }
  });
  useEffect(() => {
    takeFocus(false);
    // The trap notes in the next frame where the focus was; a menu that closes may give it back to its button.
    let request = requestAnimationFrame(() => {
      request = requestAnimationFrame(() => takeFocus(true));
    });

    return () => cancelAnimationFrame(request);
  }, []);
  useEffect(() => {
    frame.onClose = onClose;
    return () => {
      frame.onClose = undefined;
    };
  }, [frame, onClose]);

  return (
    <FrameContext value={undefined}>
      <Dialog.Header>
        <Dialog.Title pe="8" flex="1" minW="0" overflowWrap="anywhere">
          {title}
        </Dialog.Title>
      </Dialog.Header>
      {description && (
        <Dialog.Description px="6" pb="3" mt="-2">
          {description}
        </Dialog.Description>
      )}
      {children}
    </FrameContext>
  );
};

/** An open dialog, in the frame around it if there is one, otherwise in a new frame. */
export const Modal = ({ onClose, role, size, ...content }: ModalProps) => {
  const frame = useContext(FrameContext);
  if (frame) {
    return <ModalContent frame={frame} onClose={onClose} {...content} />;
  }

  return (
    <ModalFrame onClose={onClose} {...(role && { role })} {...(size && { size })}>
      <Modal onClose={onClose} {...content} />
    </ModalFrame>
  );
};

export interface EmptyModalProps {
  title: ReactNode;
  description?: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog whose content is still missing. */
export const EmptyModal = ({ children, ...modal }: EmptyModalProps) => (
  <Modal {...modal}>
    <Dialog.Body>{children}</Dialog.Body>
  </Modal>
);
