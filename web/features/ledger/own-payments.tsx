import { Box, Heading } from '@chakra-ui/react';
import { PaymentList } from './payment-list.tsx';

/** A client's own payments, refunds and corrections. */
export const OwnPayments = ({ userId }: { userId: number }) => (
  <Box as="section" id="payments" aria-label="Payments" mt="8" scrollMarginTop="20">
    <Heading as="h2" size="md" mb="3">
      Payments
    </Heading>
    <PaymentList userId={userId} />
  </Box>
);
