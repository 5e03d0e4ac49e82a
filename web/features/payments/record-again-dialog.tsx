import type { RecordDialogProps } from '../../lib/address/dialogs.ts';
import { RECORD_ACTS } from '../../lib/address/record-acts.ts';
import { FoundPayment } from './found-payment.tsx';
import { PaymentDialog } from './payment-dialog.tsx';

/** Records a payment in the place of one that was reversed, for example because it was another amount. */
export const RecordAgainDialog = (props: RecordDialogProps<number>) => (
  <FoundPayment
    userId={props.userId}
    paymentId={props.subject}
    title={RECORD_ACTS['payment.new'].label}
    onClose={props.onClose}
  >
    {(payment) => <PaymentDialog {...props} subject={undefined} replaced={payment} />}
  </FoundPayment>
);
