import { Dialog } from '@chakra-ui/react';
import type { ComponentType, ReactNode } from 'react';
import { lazyPart } from '../loading/lazy-part.tsx';
import { Modal, ModalFrame, type ModalFrameProps } from './modal.tsx';

type ModalHeight = string | { base: string; md: string };

/** The frame of a dialog whose code or subject is still missing: role, size, title and height. */
interface EmptyDialog extends Pick<ModalFrameProps, 'role' | 'size'> {
  title: string;
  description?: string;
  /** The height of the content below the title. */
  height: ModalHeight;
}

/** Returns a dialog whose code is loaded when it opens. Its frame appears at once and can be closed. */
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
