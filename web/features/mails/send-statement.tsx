import { Button, Text } from '@chakra-ui/react';
import { Send } from 'lucide-react';
import { useState } from 'react';
import type { UserDetail } from '#shared/contract/users.ts';
import { formatDateShort } from '#shared/dates.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { useFormKey } from '../../lib/forms/idempotency-key.ts';
import type { Period } from '../../lib/money/periods.ts';
import { clientName } from '../../lib/words/full-name.ts';
import { whyNotMailed } from '../../lib/words/mail-outlook.ts';
import { useSendStatement } from './mutations.ts';

interface SendDialogProps {
  user: UserDetail;
  period: Period;
  onClose: () => void;
}

const SendDialog = ({ user, period, onClose }: SendDialogProps) => {
  const idempotencyKey = useFormKey();
  const send = useSendStatement(user.User_Id);

  return (
    <ConfirmDialog
      title={`Send the statement to ${clientName(user)}?`}
      confirmLabel="Send"
      confirmPalette="brand"
      isBusy={send.isPending}
      onConfirm={() => send.mutate({ period, idempotencyKey }, { onSettled: onClose })}
      onCancel={onClose}
    >
      <Text overflowWrap="anywhere">
        A mail goes to {user.User_Email} with the balances from {formatDateShort(period.from)} to{' '}
        {formatDateShort(period.to)}, what to pay by when, and how to pay. A client gets one statement a day.
      </Text>
    </ConfirmDialog>
  );
};

interface SendStatementProps {
  /** Undefined until it is known; the button takes its room before. */
  user: UserDetail | undefined;
  period: Period;
}

/** Mails a client the statement that an administrator reads, or says why none goes. */
export const SendStatement = ({ user, period }: SendStatementProps) => {
  const [isAsking, setIsAsking] = useState(false);
  const reason = user && whyNotMailed(user);
  if (reason) {
    return (
      <Text textStyle="sm" color="fg.muted">
        No mail goes to this client: {reason}.
      </Text>
    );
  }

  return (
    <>
      <Button variant="outline" disabled={!user} onClick={() => setIsAsking(true)}>
        <Send aria-hidden /> Send to client
      </Button>
      {user && isAsking && <SendDialog user={user} period={period} onClose={() => setIsAsking(false)} />}
    </>
  );
};
