import type { RecordDialogProps } from '../../lib/address/dialogs.ts';
import { FoundPayment } from './found-payment.tsx';
import { PaymentDialog } from './payment-dialog.tsx';

/** Records a payment in the place of one that was reversed, for example because it was another amount. */
export const RecordAgainDialog = (props: RecordDialogProps<number>) => (
  <FoundPayment userId={props.userId} paymentId={props.subject} title={props.title} onClose={props.onClose}>
    {(payment) => <PaymentDialog {...props} subject={undefined} replaced={payment} />}
  </FoundPayment>
);
