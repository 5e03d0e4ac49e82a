import { PaymentList } from './payment-list.tsx';

interface OwnPaymentsProps {
  userId: number;
  ownNumber: string;
}

/** A client's own payments, refunds and corrections. */
export const OwnPayments = ({ userId, ownNumber }: OwnPaymentsProps) => (
  <PaymentList userId={userId} ownNumber={ownNumber} />
);
