import { Box, Button, Dialog, Flex, Stack, Text } from '@chakra-ui/react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { BilledService } from '#shared/contract/services.ts';
import { formatDay } from '#shared/dates.ts';
import { Modal } from '../../components/dialog/modal.tsx';
import { RECORD_PARAMS, without } from '../../lib/dialog-params.ts';

/** A service that ended, and what is billed of it after its last day. */
export interface EndedService {
  title: string;
  serviceId: number;
  /** The first day that it no longer has. */
  since: string;
  billed: readonly BilledService[];
}

/** Opens the credit note of an invoice with the days from then on filled in. */
const linkToCredit = (userId: number, invoiceId: number, { serviceId, since }: EndedService): LinkProps => ({
  to: '/admin',
  search: (shown: object) => ({
    ...shown,
    ...without(RECORD_PARAMS),
    client: userId,
    tab: 'invoices',
    credit: invoiceId,
    endedService: serviceId,
    endedSince: since,
  }),
});

interface EndedServiceDialogProps {
  userId: number;
  ended: EndedService;
  onClose: () => void;
}

/** Offers a credit note for each invoice that bills days after the end of a service. */
export const EndedServiceDialog = ({ userId, ended, onClose }: EndedServiceDialogProps) => {
  const now = new Date();

  return (
    <Modal title="Credit the days after today?" onClose={onClose}>
      <Dialog.Body>
        <Text mb="2">
          <bdi>{ended.title}</bdi> has ended, and is billed beyond today:
        </Text>
        <Stack as="ul" listStyleType="none" gap="0" borderBlockWidth="1px">
          {ended.billed.map(({ invoiceId, invoiceNumber, to }) => (
            <Flex
              as="li"
              key={`${invoiceId} ${to}`}
              gap="3"
              py="2"
              align="center"
              justify="space-between"
              borderTopWidth="1px"
              _first={{ borderTopWidth: 0 }}
            >
              <Box>
                <Text textStyle="number.sm" fontWeight="medium">
                  {invoiceNumber}
                </Text>
                <Text textStyle="detail.number">until {formatDay(to, now)}</Text>
              </Box>
              <Button asChild size="sm">
                <Link
                  {...linkToCredit(userId, invoiceId, ended)}
                  aria-label={`Credit note for ${invoiceNumber}`}
                >
                  Credit note
                </Link>
              </Button>
            </Flex>
          ))}
        </Stack>
      </Dialog.Body>
      <Dialog.Footer>
        <Button size="sm" variant="outline" onClick={onClose}>
          Not now
        </Button>
      </Dialog.Footer>
    </Modal>
  );
};
