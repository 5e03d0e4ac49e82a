import { Badge, Box, Button, Flex, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { HandCoins, Lock } from 'lucide-react';
import type { ControlAccount as Account } from '#shared/contract/books/control-account.ts';
import { CONTROL_ROWS } from '#shared/contract/limits.ts';
import { dayAfter, formatDateShort } from '#shared/dates.ts';
import { CLOSED_ACCOUNTS, CONTROL_LABELS } from '#shared/invoices/ledger-words.ts';
import { nameMonth } from '#shared/months.ts';
import { AsOf } from '../../components/facts/as-of.tsx';
import { PartHeading } from '../../components/facts/part-heading.tsx';
import { PeriodChoice } from '../../components/form/period-choice.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import { CsvButton } from '../../components/list/csv-button.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { Agreement } from '../../components/money/agreement.tsx';
import { linkToAdmin } from '../../lib/address/admin-link.ts';
import { dialogAct } from '../../lib/address/dialogs.ts';
import { RECORD_ACTS } from '../../lib/address/record-acts.ts';
import { useExport } from '../../lib/browser/use-export.ts';
import { linkInBooks } from '../../lib/money/books.ts';
import type { Period } from '../../lib/money/periods.ts';
import { api } from '../../lib/reads/api.ts';
import { ApiError } from '../../lib/reads/api-error.ts';
import { totalsQuery } from '../../lib/reads/totals-query.ts';
import { RowLink, Sum, Sums } from './sums.tsx';

/** Compares the closing balance with the lists of that day. */
const Tie = ({ account }: { account: Account }) => {
  const { to, owed, credit, closedAccounts } = account;
  const isPast = to < dayAfter(new Date(), 0);
  const asAt = isPast ? to : undefined;

  return (
    <Stack as="section" gap="2" aria-label="Agreement with the lists">
      <Heading as="h3" size="sm">
        On {formatDateShort(to)} by client
      </Heading>
      <Sums label="Agreement with the lists">
        <Sum label="Debtors" amount={owed} link={linkToAdmin({ section: 'debtors', asAt })} />
        <Sum
          label="Less clients in credit"
          amount={-credit}
          link={linkToAdmin({ section: 'debtors', list: 'credits', asAt })}
        />
        {(isPast || closedAccounts !== 0) && <Sum label={CLOSED_ACCOUNTS} amount={closedAccounts} />}
      </Sums>
      <Agreement account={account} lists="these lists" />
    </Stack>
  );
};

/** Nothing stands behind an amount of nothing. */
const ifAny = (amount: number, link: LinkProps) => (amount === 0 ? undefined : link);

const AccountTable = ({ account }: { account: Account }) => (
  <Sums label="Debtors' control account">
    <Sum label={`Opening balance ${formatDateShort(account.from)}`} amount={account.opening} isTotal />
    {CONTROL_ROWS.map((row) => (
      <Sum
        key={row}
        label={CONTROL_LABELS[row]}
        amount={account[row]}
        link={ifAny(account[row], linkInBooks({ row }))}
      />
    ))}
    <Sum label={`Closing balance ${formatDateShort(account.to)}`} amount={account.closing} isTotal />
  </Sums>
);

/** Money that is on no client's account yet (D63). Today's is the list in which it is given to its clients. */
const UnidentifiedReceipts = ({ account: { from, to, unidentified } }: { account: Account }) => (
  <Stack as="section" gap="2" aria-label="Unidentified receipts">
    <Heading as="h3" size="sm">
      Unidentified receipts
    </Heading>
    <Sums label="Unidentified receipts">
      <Sum label={`Opening balance ${formatDateShort(from)}`} amount={unidentified.opening} isTotal />
      <Sum
        label="Received"
        amount={unidentified.in}
        link={ifAny(unidentified.in, linkInBooks({ row: 'unidentifiedIn' }))}
      />
      <Sum
        label="Moved to clients or sent back"
        amount={-unidentified.out}
        link={ifAny(unidentified.out, linkInBooks({ row: 'unidentifiedOut' }))}
      />
      <Sum
        label={`Closing balance ${formatDateShort(to)}`}
        amount={unidentified.closing}
        link={
          to < dayAfter(new Date(), 0)
            ? linkInBooks({ row: 'unidentified' })
            : linkToAdmin({ section: 'bank', view: 'unidentified' })
        }
        isTotal
      />
    </Sums>
    <Text textStyle="detail">Money from the bank that is on no client's account yet.</Text>
  </Stack>
);

interface ControlAccountProps {
  period: Period;
  onPeriodChange: (period: Period) => void;
}

/** What all clients owe at both ends of a period, what changed it, and the period's entries as a file. */
export const ControlAccount = ({ period, onPeriodChange }: ControlAccountProps) => {
  const {
    data: account,
    error,
    refetch,
    isPlaceholderData,
    dataUpdatedAt,
  } = useQuery({ ...totalsQuery(period), placeholderData: keepPreviousData });
  const save = useExport(api.books.export, { isShown: true });
  const refusals = save.error instanceof ApiError ? save.error.fields : {};

  return (
    <Stack gap="4" maxW="44rem">
      <HStack justify="space-between" align="flex-start" wrap="wrap" gap="3">
        <PeriodChoice
          period={period}
          refusals={refusals}
          onChange={(chosen) => {
            save.reset();
            onPeriodChange(chosen);
          }}
        />
        <HStack gap="2" wrap="wrap" mt={{ sm: '1.625rem' }} _print={{ display: 'none' }}>
          <Button asChild variant="outline">
            <Link {...dialogAct(RECORD_ACTS, 'retained.recover').link}>
              <HandCoins aria-hidden /> Recovery…
            </Link>
          </Button>
          <CsvButton
            label="Entries as CSV"
            isBusy={save.isPending}
            onSave={(form) => save.mutate({ query: { ...period, for: form } })}
          />
        </HStack>
      </HStack>
      <RefusalNote title="The file could not be made" error={save.error} />
      {error && <LoadError title="The totals could not be read" error={error} onRetry={refetch} />}
      {!account && !error && <SkeletonRows label="Loading the totals" rows={11} height="9" />}
      {account && (
        <Stack gap="5" opacity={isPlaceholderData ? 0.6 : undefined} aria-busy={isPlaceholderData}>
          <Box>
            <Flex justify="space-between" align="center" wrap="wrap" columnGap="3" rowGap="1" mb="2">
              <PartHeading>Debtors' control account</PartHeading>
              <AsOf at={dataUpdatedAt} />
              {account.isClosed && (
                <HStack gap="3" textStyle="sm">
                  <Badge colorPalette="green">
                    <Lock size={12} aria-hidden /> Books closed
                  </Badge>
                  <RowLink asChild>
                    <Link
                      {...linkToAdmin({
                        section: 'bookkeeping',
                        book: 'closings',
                        open: `month.figures:${account.to.slice(0, 7)}`,
                      })}
                    >
                      Closing of {nameMonth(account.to.slice(0, 7))}
                    </Link>
                  </RowLink>
                </HStack>
              )}
            </Flex>
            <AccountTable account={account} />
            <Text textStyle="detail" mt="2">
              A positive amount is owed by clients. Clients that were deleted since count, too.
            </Text>
          </Box>
          <Tie account={account} />
          <UnidentifiedReceipts account={account} />
        </Stack>
      )}
    </Stack>
  );
};
