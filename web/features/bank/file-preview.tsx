import { Alert, Badge, Box, chakra, HStack, Icon, Stack, Table, Text } from '@chakra-ui/react';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BankPreview, BankPreviewRow } from '#shared/contract/bank/bank-files.ts';
import { formatDay } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { useNow } from '../../lib/browser/use-now.ts';
import { countRows, nameAccount, nameDays, wordPreview } from './file-words.ts';

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: {
      base: 'minmax(0, 1fr)',
      sm: 'repeat(2, minmax(0, 1fr))',
      lg: 'repeat(3, minmax(0, 1fr))',
    },
    columnGap: '6',
    rowGap: '2',
    px: '4',
    py: '3',
    borderWidth: '1px',
    borderRadius: 'l3',
    bg: 'bg.subtle',
  },
});

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <chakra.div
    display="flex"
    flexDirection={{ base: 'row', sm: 'column' }}
    justifyContent={{ base: 'space-between', sm: 'flex-start' }}
    gap={{ base: '3', sm: '0' }}
  >
    <chakra.dt textStyle="xs" color="fg.muted">
      {name}
    </chakra.dt>
    <chakra.dd
      textStyle="number.sm"
      fontWeight="medium"
      textAlign={{ base: 'end', sm: 'start' }}
      overflowWrap="anywhere"
    >
      {children}
    </chakra.dd>
  </chakra.div>
);

const Agreement = ({ format, ties }: Pick<BankPreview, 'format' | 'ties'>) =>
  ties === null ? (
    <Text textStyle="sm" color="fg.muted">
      {format === 'ofx'
        ? 'The bank numbers each line, so each is known again.'
        : 'No balances, so no line is certain and you look at each.'}
    </Text>
  ) : (
    <HStack
      gap="2"
      color={ties ? 'fg.success' : 'fg.error'}
      textStyle="sm"
      fontWeight="semibold"
      align="flex-start"
    >
      <Icon as={ties ? CircleCheck : TriangleAlert} boxSize="4" mt="0.5" aria-hidden />
      {ties
        ? 'Ties: the lines lead from the opening to the closing balance.'
        : 'The lines do not lead from the opening to the closing balance.'}
    </HStack>
  );

interface PreviewFactsProps {
  preview: BankPreview;
  /** The first day that is booked, for the first file of an account. */
  firstDay: string;
}

/** Account, days, sums and balances of a file as it was read, so that a wrong reading is seen. */
export const PreviewFacts = ({ preview, firstDay }: PreviewFactsProps) => {
  const { bank, account, from, to, opening, closing, ties, sumIn, sumOut, notes } = preview;

  return (
    <Stack gap="3">
      <Facts>
        <Fact name="Account">{nameAccount(bank, account)}</Fact>
        <Fact name="Days">{nameDays(from, to)}</Fact>
        <Fact name="Brings">{wordPreview(preview, firstDay)}</Fact>
        <Fact name="Money in">{formatAmount(sumIn)}</Fact>
        <Fact name="Money out">{formatAmount(sumOut)}</Fact>
        {opening !== null && closing !== null && (
          <Fact name="Balance">
            {formatAmount(opening)} to {formatAmount(closing)}
          </Fact>
        )}
      </Facts>
      <Agreement format={preview.format} ties={ties} />
      {notes.map((note) => (
        <Alert.Root key={note} status="warning" size="sm">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>{note}</Alert.Title>
          </Alert.Content>
        </Alert.Root>
      ))}
    </Stack>
  );
};

const FATES: Partial<Record<BankPreviewRow['becomes'], ReactNode>> = {
  returned: (
    <Badge size="sm" colorPalette="red">
      Returned
    </Badge>
  ),
  pending: (
    <Badge size="sm" colorPalette="gray">
      Pending
    </Badge>
  ),
};

/** A row as it was read; only those that become lines are in full colour. */
const Row = ({ row, now }: { row: BankPreviewRow; now: Date }) => {
  const { date, description, reference, amount, becomes } = row;
  const isLine = becomes === 'line' || becomes === 'returned';

  return (
    <Table.Row verticalAlign="top" color={isLine ? undefined : 'fg.muted'}>
      <Table.Cell px="2" whiteSpace="nowrap" textStyle="number.sm">
        {formatDay(date, now)}
      </Table.Cell>
      <Table.Cell px="2" css={{ '&, & *': { overflowWrap: 'anywhere' } }}>
        <bdi>{description}</bdi>
        {reference && (
          <Text as="span" display="block" textStyle="detail">
            <bdi>{reference}</bdi>
          </Text>
        )}
      </Table.Cell>
      <Table.Cell
        px="2"
        textAlign="end"
        whiteSpace="nowrap"
        textStyle="number.sm"
        fontWeight={isLine ? 'semibold' : undefined}
      >
        {formatAmount(amount)}
        {FATES[becomes] && <Box>{FATES[becomes]}</Box>}
      </Table.Cell>
    </Table.Row>
  );
};

/** The first rows of a file as they were read. */
export const PreviewRows = ({ preview: { lines, counts } }: { preview: BankPreview }) => {
  const now = new Date(useNow());
  const total = counts.lines + counts.known + counts.earlier + counts.out + counts.pending;

  return (
    <Stack gap="1.5">
      <Text textStyle="detail.number">
        {lines.length < total
          ? `The first ${formatCount(lines.length)} of ${countRows(total)}, as they were read`
          : `${countRows(total)}, as ${total === 1 ? 'it was' : 'they were'} read`}
      </Text>
      <Box borderWidth="1px" borderRadius="l3" overflow="clip">
        <Table.Root size="sm" bg="bg.panel">
          <Table.Header>
            <Table.Row bg="bg.subtle">
              <Table.ColumnHeader px="2">Date</Table.ColumnHeader>
              <Table.ColumnHeader px="2">Text</Table.ColumnHeader>
              <Table.ColumnHeader px="2" textAlign="end">
                In or out
              </Table.ColumnHeader>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {lines.map((row, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
              <Row key={place} row={row} now={now} />
            ))}
          </Table.Body>
        </Table.Root>
      </Box>
    </Stack>
  );
};
