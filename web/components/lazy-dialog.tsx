import { Dialog } from '@chakra-ui/react';
import type { ComponentType, ReactNode } from 'react';
import { lazyPart } from './lazy-part.tsx';
import { Modal, ModalFrame, type ModalFrameProps } from './modal.tsx';

type ModalHeight = string | { base: string; md: string };

/** The dialog's own role and size, and what it shows before it knows whom or what it is about. */
interface EmptyDialog extends Pick<ModalFrameProps, 'role' | 'size'> {
  title: string;
  description?: string;
  /** As high as what comes below the title. */
  height: ModalHeight;
}

/** A dialog whose code is loaded when it opens: its frame is there at once, and can be closed. */
export const lazyDialog = <Name extends string, Props extends { onClose: () => void }>(
  importDialog: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  { title, description, height, ...frame }: EmptyDialog,
) => {
  const Content = lazyPart(importDialog, name, {
    Frame: ({ onClose, children }: Props & { children: ReactNode }) => (
      <Modal title={title} description={description} onClose={onClose}>
        <Dialog.Body minH={height}>{children}</Dialog.Body>
      </Modal>
    ),
  });

  const LazyDialog = (props: Props) => (
    <ModalFrame {...frame} onClose={props.onClose}>
      <Content {...props} />
    </ModalFrame>
  );

  return Object.assign(LazyDialog, { preload: Content.preload });
};
