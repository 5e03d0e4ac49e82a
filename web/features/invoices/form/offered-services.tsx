import { Box, Button, type ButtonProps, HStack, Icon, Stack, Text } from '@chakra-ui/react';
import { Check, Plus } from 'lucide-react';
import { Fragment } from 'react';
import { LINE_ITEMS_MAX } from '#shared/contract/invoices.ts';
import { centsFromAmount, formatAmount, formatRand } from '#shared/money.ts';
import { nameMonth } from '#shared/months.ts';
import { MonthField } from '../../../components/form/month-field.tsx';
import { sayIsOn } from './billed-words.ts';
import type { TypedLine } from './invoice-items.ts';
import type { Offer, OfferedLine } from './offered-lines.ts';
import { isThere, numbersOf, type OfferedMonth } from './offered-months.ts';

/** Counts services: one may have several lines, by price and gap. */
const countOf = (offers: readonly OfferedLine[]): number =>
  new Set(offers.map(({ serviceId }) => serviceId)).size;

const countServices = (offers: readonly OfferedLine[]) =>
  countOf(offers) === 1 ? '1 service' : `${countOf(offers)} services`;

/** 'INV-2026-000029 and INV-2026-000031', where a number never breaks at its hyphens. */
const InvoiceNumbers = ({ numbers }: { numbers: readonly string[] }) =>
  numbers.map((invoiceNumber, position) => (
    <Fragment key={invoiceNumber}>
      {position > 0 && ' and '}
      <Text as="span" whiteSpace="nowrap">
        {invoiceNumber}
      </Text>
    </Fragment>
  ));

interface MonthProps {
  offered: OfferedMonth;
  typed: readonly TypedLine[];
}

interface MonthOfferProps extends MonthProps {
  /** The number of lines that the invoice can still hold. */
  room: number;
  onAdd: (lines: readonly OfferedLine[]) => void;
}

/** Adds all of a month that is not billed by one button, or says why there is none; and names what is billed. */
export const MonthOffer = ({ offered, typed, room, onAdd }: MonthOfferProps) => {
  const { month, offers, numbers, before } = offered;
  const added = offers.filter((offer) => isThere(offer, typed));
  const left = offers.filter((offer) => !offer.isRepeat && !added.includes(offer));
  const fitting = left.slice(0, room);
  const cents = fitting.reduce((sum, { amount }) => sum + centsFromAmount(amount), 0);
  const isAllBilled = left.length === 0 && added.length === 0;
  const billedMonths = [before, ...(isAllBilled ? [] : [{ month, numbers }])].filter(
    (one) => one.numbers.length > 0,
  );

  return (
    <>
      {fitting.length > 0 && (
        <Button
          size="sm"
          variant="subtle"
          maxW="full"
          h="auto"
          minH="9"
          py="1.5"
          whiteSpace="normal"
          textAlign="start"
          data-offer
          onClick={() => onAdd(fitting)}
        >
          <Plus /> Add all of {nameMonth(month)}: {countServices(fitting)}, {formatRand(cents)}
        </Button>
      )}
      {left.length === 0 && added.length > 0 && (
        <Text
          data-added
          tabIndex={-1}
          textStyle="sm"
          fontWeight="medium"
          lineHeight="2rem"
          outlineOffset="2px"
        >
          <Icon as={Check} boxSize="4" color="fg.success" me="1.5" mb="-0.5" aria-hidden />
          {nameMonth(month)} is on this invoice: {countServices(added)}
        </Text>
      )}
      {isAllBilled && (
        <Text textStyle="sm">
          All of {nameMonth(month)} is billed: <InvoiceNumbers numbers={numbers} />
        </Text>
      )}
      {left.length > room && (
        <Text textStyle="sm" color="fg.muted" aria-live="polite">
          An invoice holds at most {LINE_ITEMS_MAX} line items: {countOf(fitting)} of these{' '}
          {countServices(left)} {countOf(fitting) === 1 ? 'has' : 'have'} room.
        </Text>
      )}
      {billedMonths.length > 0 && (
        <Text textStyle="sm" color="fg.muted">
          Billed already:{' '}
          {billedMonths.map((one, position) => (
            <Fragment key={one.month}>
              {position > 0 && ', '}
              {nameMonth(one.month)}: <InvoiceNumbers numbers={one.numbers} />
            </Fragment>
          ))}
        </Text>
      )}
    </>
  );
};

interface AddButtonProps extends ButtonProps {
  isDone: boolean;
}

/** It keeps the focus once there is nothing left to add; a disabled button would lose it. */
const AddButton = ({ isDone, onClick, ...props }: AddButtonProps) => (
  <Button size="xs" aria-disabled={isDone} onClick={isDone ? undefined : onClick} {...props} />
);

interface OfferedServiceProps {
  offer: Offer;
  isAdded: boolean;
  hasRoom: boolean;
  onAdd: () => void;
}

const OfferedService = ({ offer, isAdded, hasRoom, onAdd }: OfferedServiceProps) => (
  <HStack as="li" justify="space-between" align="start">
    <Box textStyle="sm" minW="0" overflowWrap="anywhere" py="1">
      <bdi>{offer.description}</bdi>, {formatAmount(offer.amount)}
      {offer.billedOn.length > 0 && (
        <Text color="fg.warning">
          {offer.isRepeat ? sayIsOn(offer, new Date()) : 'Other days of the month are on'}{' '}
          <InvoiceNumbers numbers={numbersOf(offer.billedOn)} />
        </Text>
      )}
    </Box>
    <AddButton
      variant="ghost"
      aria-label={`Add ${offer.description}`}
      isDone={isAdded || !hasRoom}
      onClick={onAdd}
    >
      {isAdded ? <Check /> : <Plus />}
      {isAdded ? 'Added' : 'Add'}
    </AddButton>
  </HStack>
);

interface OfferedServicesListProps extends MonthProps {
  months: readonly string[];
  onMonthChange: (month: string) => void;
  hasRoom: boolean;
  onAdd: (line: OfferedLine) => void;
}

/** The services that the client pays monthly, one by one, for a month of choice. */
export const OfferedServicesList = ({
  offered: { month, offers },
  typed,
  months,
  onMonthChange,
  hasRoom,
  onAdd,
}: OfferedServicesListProps) => (
  <Stack gap="2">
    <Box width={{ base: '10rem', sm: '12rem' }}>
      <MonthField month={month} months={months} onChange={onMonthChange} />
    </Box>
    <Stack as="ul" listStyleType="none" gap="1" aria-label="Active services">
      {offers.map((offer) => (
        <OfferedService
          key={`${offer.serviceId} ${offer.from}`}
          offer={offer}
          isAdded={isThere(offer, typed)}
          hasRoom={hasRoom}
          onAdd={() => onAdd(offer)}
        />
      ))}
    </Stack>
  </Stack>
);
