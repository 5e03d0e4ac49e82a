import { Badge, Box, Flex, HStack, Stack, Text } from '@chakra-ui/react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Banknote } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ListedPayment, Payment } from '#shared/contract/payments/ledger-payments.ts';
import { dayAfter, formatDateShort, formatDateTime } from '#shared/dates.ts';
import { ENTRY_LABELS, nameEntry } from '#shared/invoices/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { ReadList } from '../../components/list/read-list.tsx';
import { actionColumn, RowsOrCards } from '../../components/list/rows-or-cards.tsx';
import { YearFolds } from '../../components/list/year-folds.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonList } from '../../components/loading/skeleton-list.tsx';
import { paymentListQuery } from './queries.ts';

/** 'R 300,00 for INV-2026-000012', without the amount if the whole payment went there. */
const wordAllocation = (
  { kind, invoiceNumber, amount }: Payment['allocations'][number],
  payment: ListedPayment,
) => {
  const name = invoiceNumber ?? ENTRY_LABELS[kind].toLowerCase();

  return amount === payment.amount ? `For ${name}` : `${formatAmount(amount)} for ${name}`;
};

/** The day at the bank, where it is another one than that of the statement (D70). */
const BankDate = ({ date, bankDate }: Pick<ListedPayment, 'date' | 'bankDate'>) =>
  bankDate !== null &&
  bankDate !== date && <Text textStyle="detail.number">At the bank {formatDateShort(bankDate)}</Text>;

interface WrittenByProps {
  act: string;
  /** Null for an administrator whose account is deleted. */
  name: string | null | undefined;
  at: string;
}

const WrittenBy = ({ act, name, at }: WrittenByProps) => (
  <Text textStyle="detail.number">
    {act}{' '}
    {name && (
      <>
        by <bdi>{name}</bdi>,{' '}
      </>
    )}
    {formatDateTime(at)}
  </Text>
);

/** Names the items that a payment paid, its unused part, and its reversal. */
const Use = ({ payment }: { payment: ListedPayment }) => {
  const { allocations, unallocated, reversedAt, reversalReason, reversalBankDate, reversedBy } = payment;
  if (reversedAt !== null) {
    const reversedOn = dayAfter(new Date(reversedAt), 0);

    return (
      <Box textStyle="sm">
        <Badge colorPalette="red">Reversed {formatDateShort(reversedOn)}</Badge>
        <Text overflowWrap="anywhere">{reversalReason}</Text>
        <BankDate date={reversedOn} bankDate={reversalBankDate} />
        {payment.createdAt && <WrittenBy act="Reversed" name={reversedBy} at={reversedAt} />}
      </Box>
    );
  }

  return (
    <Stack as="ul" listStyleType="none" gap="0" textStyle="number.sm">
      {allocations.map((allocation, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what a payment pays does not change its order.
        <li key={index}>{wordAllocation(allocation, payment)}</li>
      ))}
      {unallocated > 0 && (
        <Text as="li" color="fg.success">
          {formatAmount(unallocated)} credit
        </Text>
      )}
    </Stack>
  );
};

interface DetailsProps {
  payment: ListedPayment;
  /** The OW number of a client who reads it, which is no news to them as a reference. */
  ownNumber?: string | undefined;
}

const Details = ({ payment, ownNumber }: DetailsProps) => {
  const { reference, note } = payment;

  return (
    <>
      {payment.kind !== 'payment' && (
        <Text textStyle="detail">
          <bdi>{payment.reason}</bdi>
        </Text>
      )}
      {reference && reference !== ownNumber && (
        <Text textStyle="detail">
          Reference: <bdi>{reference}</bdi>
        </Text>
      )}
      {note && (
        <Text textStyle="detail">
          Note: <bdi>{note}</bdi>
        </Text>
      )}
      {payment.createdAt && <WrittenBy act="Recorded" name={payment.writtenBy} at={payment.createdAt} />}
    </>
  );
};

const What = ({ payment, ownNumber }: DetailsProps) => (
  <Box overflowWrap="anywhere">
    {nameEntry(payment)}
    <Details payment={payment} ownNumber={ownNumber} />
  </Box>
);

const Amount = ({ payment: { amount, reversedAt } }: { payment: ListedPayment }) => (
  <Text
    as={reversedAt === null ? 'span' : 's'}
    textStyle="number"
    fontWeight="semibold"
    whiteSpace="nowrap"
    color={reversedAt === null ? undefined : 'fg.muted'}
  >
    {formatAmount(amount)}
  </Text>
);

/** The last page removes the button that asked for it, so its first payment gets the focus. */
const useFocusOnLastPage = (pages: readonly ListedPayment[][] | undefined, hasNextPage: boolean) => {
  const list = useRef<HTMLDivElement>(null);
  const wasAsked = useRef(false);
  // A last page is empty if the page before it was full.
  const nextId = (pages?.at(-1)?.[0] ?? pages?.flat().at(-1))?.id;

  useEffect(() => {
    if (!hasNextPage && wasAsked.current && document.activeElement === document.body) {
      list.current?.querySelector<HTMLElement>(`[data-payment="${nextId}"]`)?.focus();
    }
    wasAsked.current = false;
  }, [hasNextPage, nextId]);

  return { list, wasAsked };
};

/** A payment on a phone, as its client reads it: in two lines, unless there is more to say. */
const OwnCard = ({ payment, ownNumber }: DetailsProps) => (
  <>
    <HStack justify="space-between">
      <Text textStyle="number" fontWeight="semibold">
        {formatDateShort(payment.date)}
      </Text>
      <Amount payment={payment} />
    </HStack>
    <Box textStyle="sm" overflowWrap="anywhere">
      <BankDate {...payment} />
      <Flex justify="space-between" columnGap="3" flexWrap="wrap">
        <span>{nameEntry(payment)}</span>
        <Use payment={payment} />
      </Flex>
      <Details payment={payment} ownNumber={ownNumber} />
    </Box>
  </>
);

interface PaymentCardProps {
  payment: ListedPayment;
  action: ReactNode;
}

const PaymentCard = ({ payment, action }: PaymentCardProps) => (
  <>
    <HStack justify="space-between">
      <Text textStyle="number" fontWeight="semibold">
        {formatDateShort(payment.date)}
      </Text>
      <HStack gap="1" {...(action && { me: '-2', my: '-1.5' })}>
        <Amount payment={payment} />
        {action}
      </HStack>
    </HStack>
    <Stack gap="1" minW="0" textStyle="sm">
      <BankDate {...payment} />
      <What payment={payment} />
      <Use payment={payment} />
    </Stack>
  </>
);

interface PaymentRowsProps {
  payments: readonly ListedPayment[];
  /** The action of this reader on a payment. */
  actionOf?: ((payment: Payment) => ReactNode) | undefined;
  /** The OW number of a client who reads their own list. */
  ownNumber?: string | undefined;
}

const attributesOf = ({ id }: ListedPayment) => ({ 'data-payment': id, tabIndex: -1 });

const PaymentRows = ({ payments, actionOf, ownNumber }: PaymentRowsProps) => {
  const actOn = (payment: ListedPayment) => payment.kind === 'payment' && actionOf?.(payment);

  return (
    <RowsOrCards
      items={payments}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'Date',
          isNumber: true,
          cell: (payment) => (
            <>
              {formatDateShort(payment.date)}
              <BankDate {...payment} />
            </>
          ),
        },
        {
          name: 'Description',
          cell: (payment) => (
            <Box maxW="16rem">
              <What payment={payment} ownNumber={ownNumber} />
            </Box>
          ),
        },
        { name: 'Paid for', cell: (payment) => <Use payment={payment} /> },
        { name: 'Amount', align: 'end', cell: (payment) => <Amount payment={payment} /> },
        ...(actionOf ? [actionColumn(actOn)] : []),
      ]}
      card={(payment) =>
        ownNumber === undefined ? (
          <PaymentCard payment={payment} action={actOn(payment)} />
        ) : (
          <OwnCard payment={payment} ownNumber={ownNumber} />
        )
      }
      attributesOf={attributesOf}
      look={{ '& > ul > li': ownNumber === undefined ? { gap: '1.5' } : { gap: '0.5', py: '3' } }}
    />
  );
};

const yearOfPayment = ({ date }: ListedPayment) => Number(date.slice(0, 4));

interface PaymentListProps extends Pick<PaymentRowsProps, 'actionOf' | 'ownNumber'> {
  userId: number;
}

/**
 * The payments, refunds and corrections of one client, the newest first, each payment with what it paid. For the client
 * the years are folded, but those that they ask for by 'Show older payments' are open.
 */
export const PaymentList = ({ userId, actionOf, ownNumber }: PaymentListProps) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    paymentListQuery(userId),
  );
  const { list, wasAsked } = useFocusOnLastPage(data?.pages, hasNextPage);
  const askedYears = new Set(data?.pages.slice(1).flat().map(yearOfPayment));

  return (
    <Stack ref={list} gap="3">
      <ReadList
        read={{ error: data ? null : error, refetch }}
        items={data?.pages.flat()}
        failed="The payments could not be read"
        waiting={
          <SkeletonList
            label="Loading payments..."
            count={3}
            cardHeight={ownNumber === undefined ? '7.5rem' : '4.5rem'}
            rowHeight="3.3125rem"
          />
        }
        empty={
          <EmptyNote icon={Banknote} title="No payments yet">
            Payments appear here with the invoices that they paid.
          </EmptyNote>
        }
      >
        {(payments) =>
          ownNumber === undefined ? (
            <PaymentRows payments={payments} actionOf={actionOf} />
          ) : (
            <YearFolds items={payments} yearOf={yearOfPayment} startsOpen={(year) => askedYears.has(year)}>
              {(ofYear) => <PaymentRows payments={ofYear} ownNumber={ownNumber} />}
            </YearFolds>
          )
        }
      </ReadList>
      {hasNextPage && (
        <BusyButton
          size="sm"
          variant="outline"
          alignSelf="center"
          isBusy={isFetchingNextPage}
          onClick={() => {
            wasAsked.current = true;
            void fetchNextPage();
          }}
        >
          Show older payments
        </BusyButton>
      )}
      {error && data && (
        <LoadError title="The older payments could not be read" error={error} onRetry={fetchNextPage} />
      )}
    </Stack>
  );
};
