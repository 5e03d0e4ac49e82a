import { Center, Spinner } from '@chakra-ui/react';
import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';
import { lazyPart } from '../loading/lazy-part.tsx';
import type { EmptyModalProps, ModalFrameProps } from './modal.tsx';

// No first screen has a dialog, so its frame does not delay one; the palette's preload loads it afterwards.
const loadModal = () => import('./modal.tsx');

/** The page dims at once, which answers a press that comes before the frame. */
export const DIMMED = (
  <Center position="fixed" inset="0" zIndex="modal" bg="blackAlpha.500" role="status" aria-label="Loading">
    <Spinner size="lg" color="white" borderWidth="3px" />
  </Center>
);

const ModalFrame = lazyPart<'ModalFrame', ModalFrameProps>(loadModal, 'ModalFrame', { waiting: DIMMED });
const EmptyModal = lazyPart<'EmptyModal', EmptyModalProps>(loadModal, 'EmptyModal', { waiting: null });

/** The frame of a dialog whose code or subject is still missing. */
type EmptyDialog = Pick<ModalFrameProps, 'role' | 'size'> & Pick<EmptyModalProps, 'title' | 'description'>;

/** Renders the content after its frame has opened, so that a dialog in the content opens over that frame. */
const InOpenFrame = ({ children }: { children: ReactNode }) => {
  const [isOpen, setIsOpen] = useState(false);
  useLayoutEffect(() => setIsOpen(true), []);

  return isOpen && children;
};

/** Returns a dialog whose code is loaded when it opens. Its frame appears first and can be closed. */
export const lazyDialog = <Name extends string, Props extends { onClose: () => void }>(
  importDialog: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  { title, description, ...frame }: EmptyDialog,
) => {
  const Content = lazyPart(importDialog, name, {
    Frame: ({ onClose, children }: Props & { children: ReactNode }) => (
      <EmptyModal title={title} description={description} onClose={onClose}>
        {children}
      </EmptyModal>
    ),
  });

  const preload = (): Promise<void> => {
    const loading = Promise.all([ModalFrame.preload(), EmptyModal.preload(), Content.preload()]).then(
      () => undefined,
    );
    // The error is thrown where the part is shown.
    loading.catch(() => undefined);

    return loading;
  };

  const LazyDialog = (props: Props) => {
    // Requests the frame and its content together.
    useState(preload);

    return (
      <ModalFrame {...frame} onClose={props.onClose}>
        <InOpenFrame>
          <Content {...props} />
        </InOpenFrame>
      </ModalFrame>
    );
  };

  return Object.assign(LazyDialog, { preload });
};
