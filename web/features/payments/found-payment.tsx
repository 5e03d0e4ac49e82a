import { Button, Dialog } from '@chakra-ui/react';
import { SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Payment } from '#shared/contract/payments/ledger-payments.ts';
import { Modal } from '../../components/dialog/modal.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { MoneyTitle } from './money-title.tsx';
import { usePayment } from './queries.ts';

const MissingPayment = ({ onClose }: { onClose: () => void }) => (
  <EmptyNote
    icon={SearchX}
    title="Payment not found"
    action={
      <Button size="sm" variant="outline" mt="2" onClick={onClose}>
        Back to the payments
      </Button>
    }
  >
    This client has no such payment.
  </EmptyNote>
);

interface FoundPaymentProps {
  userId: number;
  paymentId: number;
  /** The dialog's title until the payment is known. */
  title: ReactNode;
  onClose: () => void;
  children: (payment: Payment) => ReactNode;
}

/** Finds a payment of the client and shows a form about it. */
export const FoundPayment = ({ userId, paymentId, title, onClose, children }: FoundPaymentProps) => {
  const { payment, isMissing, error, refetch } = usePayment(userId, paymentId);
  // Kept, because a newer payment may move this one off the last page that was read, and the form holds typed values.
  const [found, setFound] = useState(payment);
  if (payment && payment !== found) {
    setFound(payment);
  }
  if (found) {
    return children(found);
  }

  return (
    <Modal title={<MoneyTitle plain={title} />} onClose={onClose}>
      <Dialog.Body>
        {isMissing && <MissingPayment onClose={onClose} />}
        {error && <LoadError title="The payment could not be read" error={error} onRetry={refetch} />}
        {!error && !isMissing && <SkeletonRows label="Loading the payment" rows={3} height="12" />}
      </Dialog.Body>
    </Modal>
  );
};
