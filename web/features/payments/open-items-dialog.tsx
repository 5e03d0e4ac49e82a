import { Box, Button, Dialog, Flex, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { OPEN_ITEMS_MAX } from '#shared/contract/limits.ts';
import type { OpenItem } from '#shared/contract/payments/ledger-payments.ts';
import { dayAfter, formatDateShort } from '#shared/dates.ts';
import { isDue } from '#shared/invoices/due-dates.ts';
import { nameItem } from '#shared/invoices/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';
import { Modal } from '../../components/dialog/modal.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { linkToAdmin } from '../../lib/address/admin-link.ts';
import type { RecordDialogProps } from '../../lib/address/dialogs.ts';
import { debtQuery } from '../../lib/reads/debt-query.ts';
import { nameWithNumber } from '../../lib/words/full-name.ts';

const WAITING = <SkeletonRows label="Loading what is open" rows={3} height="11" />;

/** Since when it is owed, and by what; a balance or refund has no due date. */
const wordDays = ({ kind, date, dueDate }: OpenItem, today: string): string => {
  if (kind === 'opening') {
    return `Taken over on ${formatDateShort(date)} from the former system`;
  }
  if (dueDate === null) {
    return `Of ${formatDateShort(date)}`;
  }

  return `${dueDate < today ? 'Overdue since' : 'Due'} ${formatDateShort(dueDate)}`;
};

const isOverdue = ({ date, dueDate }: OpenItem, today: string) => (dueDate ?? date) < today;

const ROW = { as: 'li', gap: '3', justify: 'space-between', py: '2', borderTopWidth: '1px' } as const;

const Item = ({ item, today }: { item: OpenItem; today: string }) => (
  <Flex {...ROW} _first={{ borderTopWidth: 0 }}>
    <Box minW="0">
      <Text textStyle="number.sm" fontWeight="medium">
        {nameItem(item)}
      </Text>
      <Text textStyle="detail.number" color={isOverdue(item, today) ? 'fg.error' : undefined}>
        {wordDays(item, today)}
      </Text>
    </Box>
    <Text textStyle="number.sm" fontWeight="semibold" whiteSpace="nowrap">
      {formatAmount(item.amountDue)}
    </Text>
  </Flex>
);

/** Something that is written off, apart from what is owed (D65). */
const WrittenOff = ({ item }: { item: OpenItem }) => (
  <Flex {...ROW} _first={{ borderTopWidth: 0 }}>
    <Text textStyle="number.sm" fontWeight="medium">
      {nameItem(item)}
    </Text>
    <Text textStyle="number.sm" whiteSpace="nowrap">
      {formatAmount(item.writtenOff)} written off
    </Text>
  </Flex>
);

/** What a client's debt consists of, in the order in which a payment pays it, and what is written off. */
export const OpenItemsDialog = ({ userId, client, onClose }: RecordDialogProps) => {
  const { data: debt, error, refetch } = useQuery(debtQuery(userId));
  const today = dayAfter(new Date(), 0);
  const owed = debt?.items.filter(isDue) ?? [];
  const writtenOff = debt?.items.filter((item) => item.writtenOff > 0) ?? [];

  return (
    <Modal title={`Owed by ${client ? nameWithNumber(client) : 'this client'}`} onClose={onClose}>
      <Dialog.Body>
        {error && <LoadError title="What is open could not be read" error={error} onRetry={refetch} />}
        {!debt && !error && WAITING}
        {debt && (
          <Stack gap="2">
            {owed.length === 0 && (
              <Text textStyle="sm">
                {writtenOff.length > 0 ? 'Nothing is owed in our books.' : 'Nothing is owed any more.'}
              </Text>
            )}
            <Box as="ul" listStyleType="none">
              {owed.map((item) => (
                <Item key={`${item.kind} ${item.number ?? item.date}`} item={item} today={today} />
              ))}
            </Box>
            {debt.items.length === OPEN_ITEMS_MAX && (
              <Text textStyle="detail">These are the oldest. The statement has all.</Text>
            )}
            <Flex justify="space-between" pt="2" borderTopWidth="2px" fontWeight="semibold">
              <Text textStyle="sm">Owed</Text>
              <Text textStyle="number">{formatAmount(debt.owed)}</Text>
            </Flex>
            <Box as="ul" listStyleType="none" aria-label="Written off">
              {writtenOff.map((item) => (
                <WrittenOff key={`${item.kind} ${item.number ?? item.date}`} item={item} />
              ))}
            </Box>
          </Stack>
        )}
      </Dialog.Body>
      <Dialog.Footer>
        <Button size="sm" variant="outline" asChild>
          <Link {...linkToAdmin({ section: 'statement', of: userId })}>
            <ScrollText aria-hidden /> Statement
          </Link>
        </Button>
      </Dialog.Footer>
    </Modal>
  );
};
