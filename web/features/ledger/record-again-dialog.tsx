import { FoundPayment } from './found-payment.tsx';
import { PAYMENT_FRAME } from './money-forms.ts';
import { PaymentDialog } from './payment-dialog.tsx';

interface RecordAgainDialogProps {
  userId: number;
  paymentId: number;
  onClose: () => void;
}

/** Records a payment in the place of one that was reversed, for example because it was another amount. */
export const RecordAgainDialog = ({ userId, paymentId, onClose }: RecordAgainDialogProps) => (
  <FoundPayment userId={userId} paymentId={paymentId} frame={PAYMENT_FRAME} onClose={onClose}>
    {(payment) => <PaymentDialog userId={userId} replaced={payment} onClose={onClose} />}
  </FoundPayment>
);
