import { Dialog } from '@chakra-ui/react';
import { Modal } from '../../components/dialog/modal.tsx';
import type { DialogProps } from '../../lib/address/dialogs.ts';
import { CONSOLE_DESCRIPTION } from './console-description.ts';
import { ConsolePanel } from './console-panel.tsx';

/** Tests what the portal depends on, such as the connection to the cloud drive. */
export const DebugConsole = ({ onClose }: DialogProps) => (
  <Modal title="System Debug Console" description={CONSOLE_DESCRIPTION} size="wide" onClose={onClose}>
    {/* The body cuts off what stands out, such as the focus ring of the first button. */}
    <Dialog.Body pt="1" mt="-1">
      <ConsolePanel />
    </Dialog.Body>
  </Modal>
);
