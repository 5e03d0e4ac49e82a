import { Button } from '@chakra-ui/react';
import { Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';

interface WithdrawButtonProps {
  /** What is taken back, as the button says it: 'Withdraw ticket'. */
  label: string;
  size?: 'xs' | 'sm';
  /** What is lost by it. */
  children: ReactNode;
  isBusy: boolean;
  onWithdraw: () => Promise<void>;
}

/** Takes back what still waits to be sent; asks once, because its text is lost. */
export const WithdrawButton = ({ label, size = 'sm', children, isBusy, onWithdraw }: WithdrawButtonProps) => {
  const [isAsking, setIsAsking] = useState(false);
  const stopAsking = () => setIsAsking(false);
  // What is withdrawn leaves the screen with this button; a refusal has been told by a toast.
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
