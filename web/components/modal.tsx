import { CloseButton, Dialog, Portal } from '@chakra-ui/react';
import { useHydrated } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useRef } from 'react';

/** The height of the window above the band of web/components/offline-band.tsx and the toast that is shown. */
const FREE_HEIGHT = 'calc(100dvh - var(--offline-band, 0px) - var(--toast-room, 0px))';

/** A wide one fills the screen of a phone; elsewhere it hangs from the top, so that its tabs stay where they are. */
const SIZES = {
  sm: { size: 'sm', maxWidth: '26rem', mx: { base: '3', md: 'auto' } },
  md: { size: 'md', maxWidth: '32rem', mx: { base: '3', md: 'auto' } },
  wide: {
    size: { mdDown: 'full', md: 'xl' },
    maxWidth: { md: 'min(60rem, 100vw - 3rem)' },
    mx: 'auto',
    minHeight: { mdDown: FREE_HEIGHT },
  },
} as const;

/** On paper it is all there is (web/theme-brand.ts hides the page behind it), and as long as what it holds. */
const PRINTED = {
  backdrop: { display: 'none' },
  positioner: { position: 'static', display: 'block', width: 'auto', height: 'auto', overflow: 'visible' },
  content: { maxWidth: 'none', maxHeight: 'none', margin: '0', boxShadow: 'none', overflow: 'visible' },
} as const;

export interface ModalFrameProps {
  onClose: () => void;
  role?: 'dialog' | 'alertdialog';
  size?: keyof typeof SIZES;
  /** Modal, or what shows one as soon as it can. */
  children: ReactNode;
}

type FindElement = () => HTMLElement | null;

/** What an open frame and the content that it holds at the moment know of each other. */
interface Frame {
  isOpen: boolean;
  content: HTMLElement | null;
  initialFocus: FindElement | undefined;
  finalFocus: FindElement | undefined;
}

const FrameContext = createContext<Frame | undefined>(undefined);

/** A click on a toast is no click outside the dialog. */
const toastRegion = () => document.querySelector('[role="region"][aria-label^="Notifications"]');

/**
 * The outside of an open dialog: it is there as long as it is rendered, and every way out of it calls `onClose`. It
 * stays where it is while what it holds is exchanged, such as a skeleton for the dialog whose code has come.
 */
export const ModalFrame = ({ onClose, role = 'dialog', size = 'md', children }: ModalFrameProps) => {
  const { size: dialogSize, ...shape } = SIZES[size];
  const { current: frame } = useRef<Frame>({
    isOpen: false,
    content: null,
    initialFocus: undefined,
    finalFocus: undefined,
  });
  const isHydrated = useHydrated();

  useEffect(() => {
    frame.isOpen = true;
  }, [frame]);

  // No page of the build has a dialog, and one that its address opens must not differ while the browser takes it over.
  if (!isHydrated) {
    return null;
  }

  return (
    <Dialog.Root
      open
      role={role}
      size={dialogSize}
      placement={size === 'wide' ? 'top' : 'center'}
      scrollBehavior="inside"
      onOpenChange={({ open }) => !open && onClose()}
      persistentElements={[toastRegion]}
      initialFocusEl={() => frame.initialFocus?.() ?? null}
      finalFocusEl={() => frame.finalFocus?.() ?? null}
    >
      <Portal>
        <Dialog.Backdrop _print={PRINTED.backdrop} />
        <Dialog.Positioner height={FREE_HEIGHT} _print={PRINTED.positioner}>
          <Dialog.Content
            {...shape}
            _print={PRINTED.content}
            ref={(content: HTMLElement | null) => {
              frame.content = content;
            }}
          >
            <FrameContext value={frame}>{children}</FrameContext>
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" colorPalette="gray" _print={{ display: 'none' }} />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
};

interface ModalProps extends ModalFrameProps {
  title: ReactNode;
  description?: string | undefined;
  /** What gets the focus first; else the first thing that takes it. */
  initialFocus?: FindElement | undefined;
  /** What gets the focus afterwards, where it is not what had it before. */
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
  children,
}: Omit<ModalProps, keyof ModalFrameProps> & Pick<ModalProps, 'children'> & { frame: Frame }) => {
  const takeFocus = useEffectEvent(() => {
    frame.initialFocus = initialFocus;
    frame.finalFocus = finalFocus;
    const focused = document.activeElement;
    // In a frame that was open before, the close button is all that could have the focus.
    if (frame.isOpen && (focused === document.body || focused?.matches('[data-part=close-trigger]'))) {
      (initialFocus?.() ?? frame.content?.querySelector<HTMLElement>(FOCUSABLE))?.focus();
    }
  });
  useEffect(() => takeFocus(), []);

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

/** An open dialog: in the frame around it, or else in one of its own. */
export const Modal = ({ onClose, role, size, ...content }: ModalProps) => {
  const frame = useContext(FrameContext);
  if (frame) {
    return <ModalContent frame={frame} {...content} />;
  }

  return (
    <ModalFrame onClose={onClose} {...(role && { role })} {...(size && { size })}>
      <Modal onClose={onClose} {...content} />
    </ModalFrame>
  );
};
