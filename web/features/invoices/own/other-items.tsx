import { Box, Button, Card, Flex, Stack, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { OPENING_BALANCE } from '#shared/contract/limits.ts';
import type { OpenItem } from '#shared/contract/payments/ledger-payments.ts';
import { formatDay } from '#shared/dates.ts';
import { ageDayOf, isDue } from '#shared/invoices/due-dates.ts';
import { STILL_PAYABLE } from '#shared/invoices/still-payable.ts';
import { formatAmount } from '#shared/money.ts';
import { DueLine } from '../due-line.tsx';

/** What is owed without an invoice; the statement says more about it. */
const OtherItem = ({ item }: { item: OpenItem }) => (
  <Card.Root as="li" size="sm" variant="outline">
    <Card.Body flexDirection="row" alignItems="center" gap="3" ps="4" pe="3" py="2.5">
      <Flex direction="column" flex="1" minW="0">
        <Text fontWeight="semibold">{item.kind === 'refund' ? 'Refund, owed again' : OPENING_BALANCE}</Text>
        {item.writtenOff > 0 && (
          <Text textStyle="detail" color="fg.warning" fontWeight="medium">
            {STILL_PAYABLE}
          </Text>
        )}
        <DueLine day={ageDayOf(item)} format={formatDay} />
      </Flex>
      <Box textAlign="end" whiteSpace="nowrap">
        <Text fontWeight="semibold" textStyle="number">
          {formatAmount(isDue(item) ? item.amountDue : item.writtenOff)}
        </Text>
        {item.writtenOff > 0 && (
          <Text textStyle="detail.number">
            {isDue(item) ? `${formatAmount(item.writtenOff)} still payable` : 'still payable'}
          </Text>
        )}
      </Box>
      <Button asChild size="xs" variant="outline">
        <Link to="/client" search={{ section: 'statement' }}>
          Statement
        </Link>
      </Button>
    </Card.Body>
  </Card.Root>
);

/** What a client owes without an invoice. */
export const OtherItems = ({ items }: { items: readonly OpenItem[] }) => (
  <Stack as="ul" gap="2" listStyleType="none" aria-label="Owed without an invoice">
    {items.map((item, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the items have one order and no id.
      <OtherItem key={index} item={item} />
    ))}
  </Stack>
);
