import { Button } from '@chakra-ui/react';
import { Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';

interface WithdrawButtonProps {
  /** The label of the button, such as 'Withdraw ticket'. */
  label: string;
  size?: 'xs' | 'sm';
  /** Says what will be lost. */
  children: ReactNode;
  isBusy: boolean;
  onWithdraw: () => Promise<void>;
}

/** Withdraws a message that still waits to be sent; asks for confirmation, because its text is lost. */
export const WithdrawButton = ({ label, size = 'sm', children, isBusy, onWithdraw }: WithdrawButtonProps) => {
  const [isAsking, setIsAsking] = useState(false);
  const stopAsking = () => setIsAsking(false);
  // A withdrawn message disappears together with this button; a toast has reported a refusal.
  const withdraw = () => onWithdraw().then(stopAsking, stopAsking);

  return (
    <>
      <Button size={size} variant="outline" colorPalette="gray" onClick={() => setIsAsking(true)}>
        <Undo2 /> {label}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`${label}?`}
          confirmLabel={label}
          isBusy={isBusy}
          onConfirm={withdraw}
          onCancel={stopAsking}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
};
