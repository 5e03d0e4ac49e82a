import { Box, Button, Dialog, Flex, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { moveDay } from '#shared/billing/priced-days.ts';
import { formatDay, formatDayInWords } from '#shared/dates.ts';
import { Modal } from '../../components/dialog/modal.tsx';
import { RefusedDialog } from '../../components/dialog/refused-dialog.tsx';
import { UnreadDialog } from '../../components/dialog/unread-dialog.tsx';
import { linkToDialog, type RecordDialogProps } from '../../lib/address/dialogs.ts';
import { useKept } from '../../lib/browser/use-kept.ts';
import { billedSinceQuery } from '../../lib/reads/billed-services-query.ts';
import { serviceListQuery } from './queries.ts';
import { type ServiceDay, serviceTitle } from './service-title.ts';

/** Opens the credit note of an invoice with the days from then on filled in. */
const linkToCredit = (userId: number, invoiceId: number, { serviceId, day }: ServiceDay): LinkProps =>
  linkToDialog(
    'invoice.credit',
    { over: 'record', at: { tab: 'invoices' } },
    { client: userId, subject: `${invoiceId}:service:${serviceId}:${day}` },
  );

const TITLE = 'Credit the days after its end?';

/** Offers a credit note for each invoice that bills days after the end of a service. */
export const EndedServiceDialog = ({ subject: ended, userId, onClose }: RecordDialogProps<ServiceDay>) => {
  const now = new Date();
  const read = useQuery(billedSinceQuery(userId, ended.day));
  const { data: services } = useQuery(serviceListQuery(userId));
  // A service that was deleted has no title any more.
  const service = useKept(services?.find(({ id }) => id === ended.serviceId));
  if (!read.data) {
    return <UnreadDialog title={TITLE} what="what is billed" read={read} onClose={onClose} />;
  }
  const billed = read.data.filter(({ serviceId }) => serviceId === ended.serviceId);
  if (billed.length === 0) {
    return <RefusedDialog title={TITLE} why="No day after its end is billed" onClose={onClose} />;
  }

  return (
    <Modal title={TITLE} onClose={onClose}>
      <Dialog.Body>
        <Text mb="2">
          The last day of {service ? <bdi>{serviceTitle(service)}</bdi> : 'the service'} is{' '}
          {formatDayInWords(moveDay(ended.day, -1), now)}, and these invoices bill days after it:
        </Text>
        <Stack as="ul" listStyleType="none" gap="0" borderBlockWidth="1px">
          {billed.map(({ invoiceId, invoiceNumber, to }) => (
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
