import {
  Alert,
  Badge,
  Box,
  Flex,
  Heading,
  HStack,
  Icon,
  Stack,
  Link as StyledLink,
  Text,
} from '@chakra-ui/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Lock } from 'lucide-react';
import { BOOK_RECEIPT_ROWS, RECONCILIATION_ROWS } from '#shared/books/reconciliation-rows.ts';
import {
  hasNoFigures,
  RECONCILIATION_FRAME,
  RECONCILIATION_LABELS,
  wordOpenPoints,
} from '#shared/books/reconciliation-words.ts';
import type {
  ReconciledAccount,
  BankReconciliation as Reconciliation,
} from '#shared/contract/books/bank-reconciliation.ts';
import { formatDateShort, monthAfter } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { nameMonth } from '#shared/months.ts';
import { AsOf } from '../../components/facts/as-of.tsx';
import { PartHeading } from '../../components/facts/part-heading.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import { CsvButton } from '../../components/list/csv-button.tsx';
import { FilterSelect } from '../../components/list/filter-select.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { linkToAdmin } from '../../lib/address/admin-link.ts';
import { useExport } from '../../lib/browser/use-export.ts';
import { linkInBooks } from '../../lib/money/books.ts';
import { api } from '../../lib/reads/api.ts';
import { bankReconciliationQuery } from './queries.ts';
import { Sum, Sums } from './sums.tsx';

const MONTHS_OFFERED = 24;

/** The newest months, and the one that is shown. */
const monthsWith = (shown: string): [string, string][] => {
  const months = Array.from({ length: MONTHS_OFFERED }, (_, back) => monthAfter(new Date(), -back));

  return [...new Set([...months, shown])]
    .sort()
    .reverse()
    .map((month) => [nameMonth(month), month]);
};

/** Says whether the files and the books of an account agree, and otherwise what is missing. */
const Outcome = ({ account, to }: { account: ReconciledAccount; to: string }) => {
  const { agrees, difference } = account;
  const points = wordOpenPoints(account, to);
  const differs = difference !== null && difference !== 0;

  return agrees ? (
    <HStack gap="2" color="fg.success" textStyle="sm" fontWeight="semibold" role="status">
      <Icon as={CircleCheck} boxSize="4" aria-hidden />
      The calculated closing balance is that of the files.
    </HStack>
  ) : (
    <Alert.Root status={differs ? 'error' : 'warning'} role={differs ? 'alert' : 'status'}>
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>
          {differs
            ? `The closing balance differs by ${formatAmount(difference)}.`
            : 'This month is not reconciled.'}
        </Alert.Title>
        {points.map((point) => (
          <Alert.Description key={point}>{point}</Alert.Description>
        ))}
      </Alert.Content>
    </Alert.Root>
  );
};

const Files = ({ files }: Pick<ReconciledAccount, 'files'>) => (
  <Stack as="ul" listStyleType="none" gap="0" textStyle="detail.number">
    {files.map(({ id, fileName, from, to }) => (
      <li key={id}>
        <StyledLink asChild minH="6" overflowWrap="anywhere">
          <Link {...linkToAdmin({ section: 'bank', file: id })}>
            <bdi>{fileName}</bdi>
          </Link>
        </StyledLink>
        , {formatDateShort(from)} to {formatDateShort(to)}
      </li>
    ))}
  </Stack>
);

const Account = ({ account, from, to }: { account: ReconciledAccount; from: string; to: string }) => {
  const { number, bank, files, wasRead, begins, until, opening, rows, sum, closing, difference } = account;
  const name = bank === null ? `Account ${number}` : `${bank} ${number}`;

  return (
    <Stack as="section" gap="2" aria-label={name} css={{ breakInside: 'avoid' }}>
      <Heading as="h3" size="sm">
        {name}
      </Heading>
      {!wasRead && <Text textStyle="detail">{wordOpenPoints(account, to).join(' ')}</Text>}
      {wasRead && hasNoFigures(account) && <Outcome account={account} to={to} />}
      {!hasNoFigures(account) && (
        <>
          <Sums label={`Bank reconciliation of ${name}`}>
            <Sum
              label={`${RECONCILIATION_FRAME.opening} ${formatDateShort(begins ?? from)}`}
              amount={opening}
              isTotal
            />
            {RECONCILIATION_ROWS.map((row) => (
              <Sum
                key={row}
                label={RECONCILIATION_LABELS[row]}
                amount={rows[row]}
                link={linkInBooks({ bankRow: row, bankAccount: number })}
              />
            ))}
            <Sum label={RECONCILIATION_FRAME.sum} amount={sum} isTotal />
            <Sum
              label={`${RECONCILIATION_FRAME.closing} ${formatDateShort(until ?? to)}`}
              amount={closing}
              isTotal
            />
            <Sum label={RECONCILIATION_FRAME.difference} amount={difference} isTotal />
          </Sums>
          <Outcome account={account} to={to} />
          <Files files={files} />
        </>
      )}
    </Stack>
  );
};

/** The receipts of the control account by where the bank has them. */
const Receipts = ({ reconciliation: { from, to, receipts } }: { reconciliation: Reconciliation }) => (
  <Stack as="section" gap="2" aria-label="Receipts in the books" css={{ breakInside: 'avoid' }}>
    <Heading as="h3" size="sm">
      Receipts in the books
    </Heading>
    <Sums label="Receipts in the books">
      {BOOK_RECEIPT_ROWS.filter((row) => row !== 'purged' || receipts.rows[row] !== 0).map((row) => (
        <Sum
          key={row}
          label={RECONCILIATION_LABELS[row]}
          amount={receipts.rows[row]}
          link={linkInBooks({ bankRow: row, bankAccount: undefined })}
        />
      ))}
      <Sum
        label={RECONCILIATION_FRAME.receipts}
        amount={receipts.total}
        link={linkInBooks({ book: undefined, row: 'receipts', from, to })}
        isTotal
      />
    </Sums>
    <Text textStyle="detail">
      A payment that no line proves, such as cash, belongs to no bank account and stands here once.
    </Text>
  </Stack>
);

interface BankReconciliationProps {
  /** '2026-10' */
  month: string;
  onMonthChange: (month: string | undefined) => void;
}

/** What the bank's files of a month say, account by account, and what the books say about the same money. */
export const BankReconciliation = ({ month, onMonthChange }: BankReconciliationProps) => {
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = useQuery({
    ...bankReconciliationQuery(month),
    placeholderData: keepPreviousData,
  });
  const save = useExport(api.books['export-bank-reconciliation'], { isShown: true });

  return (
    <Stack gap="4" maxW="44rem">
      <HStack justify="space-between" wrap="wrap" gap="3" _print={{ display: 'none' }}>
        <FilterSelect label="Month" choices={monthsWith(month)} value={month} onChange={onMonthChange} />
        <CsvButton
          label="Reconciliation as CSV"
          isBusy={save.isPending}
          onSave={(form) => save.mutate({ query: { month, for: form } })}
        />
      </HStack>
      <RefusalNote title="The file could not be made" error={save.error} />
      {error && <LoadError title="The reconciliation could not be read" error={error} onRetry={refetch} />}
      {!data && !error && <SkeletonRows label="Loading the reconciliation" rows={14} height="9" />}
      {data && (
        <Stack gap="5" opacity={isPlaceholderData ? 0.6 : undefined} aria-busy={isPlaceholderData}>
          <Box>
            <Flex justify="space-between" align="center" wrap="wrap" columnGap="3" rowGap="1">
              <PartHeading>Bank reconciliation, {nameMonth(data.month)}</PartHeading>
              {data.isClosed && (
                <Badge colorPalette="green">
                  <Lock size={12} aria-hidden /> Books closed
                </Badge>
              )}
            </Flex>
            <Text textStyle="detail">
              Each line stands on its day at the bank, in the row of what the books made of it by the end of
              the month. Joining a line later with a payment of this month can still move it to another row.
            </Text>
          </Box>
          {data.accounts.map((account) => (
            <Account key={account.number} account={account} from={data.from} to={data.to} />
          ))}
          <Receipts reconciliation={data} />
          <AsOf at={dataUpdatedAt} />
        </Stack>
      )}
    </Stack>
  );
};
