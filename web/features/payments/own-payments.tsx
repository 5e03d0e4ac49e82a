import { PaymentList } from './payment-list.tsx';

/** A client's own payments, refunds and corrections. */
export const OwnPayments = ({ userId }: { userId: number }) => <PaymentList userId={userId} isFolded />;
