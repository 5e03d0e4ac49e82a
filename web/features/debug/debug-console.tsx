import { Dialog } from '@chakra-ui/react';
import { Modal } from '../../components/modal.tsx';
import { ConsolePanel } from './console-panel.tsx';

interface DebugConsoleProps {
  /** Hears of each result. */
  onRun: () => void;
  onClose: () => void;
}

/** Tests what the portal stands on, such as the connection to the cloud drive. */
export const DebugConsole = ({ onRun, onClose }: DebugConsoleProps) => (
  <Modal title="System Debug Console" size="wide" onClose={onClose}>
    <Dialog.Description px="6" pb="3" mt="-2" color="fg.muted">
      Test API connections and system functionality
    </Dialog.Description>
    <Dialog.Body pt="0">
      <ConsolePanel onRun={onRun} />
    </Dialog.Body>
  </Modal>
);
