import type { NumberedClient } from '../../lib/full-name.ts';
import { FoundPayment } from './found-payment.tsx';
import { PAYMENT_FRAME } from './money-forms.ts';
import { PaymentDialog } from './payment-dialog.tsx';

interface RecordAgainDialogProps {
  userId: number;
  client: NumberedClient | undefined;
  paymentId: number;
  onClose: () => void;
}

/** Records a payment in the place of one that was reversed, for example because it was another amount. */
export const RecordAgainDialog = ({ userId, client, paymentId, onClose }: RecordAgainDialogProps) => (
  <FoundPayment userId={userId} paymentId={paymentId} frame={PAYMENT_FRAME} onClose={onClose}>
    {(payment) => <PaymentDialog userId={userId} client={client} replaced={payment} onClose={onClose} />}
  </FoundPayment>
);
