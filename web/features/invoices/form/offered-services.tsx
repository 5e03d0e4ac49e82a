import { Box, Button, type ButtonProps, HStack, NativeSelect, Stack, Text } from '@chakra-ui/react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { LINE_ITEMS_MAX } from '#shared/contract/invoices.ts';
import type { BilledService, Service } from '#shared/contract/services.ts';
import { formatMonth, monthAfter, startOf } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { FormField } from '../../../components/form/form-field.tsx';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../../components/loading/skeleton-rows.tsx';
import { billedServicesQuery } from '../../../lib/reads/billed-services-query.ts';
import { billedOf, sayIsOn } from './billed-words.ts';
import { isBlank, type TypedLine } from './invoice-items.ts';
import type { FormControl } from './invoice-lines.tsx';
import { type OfferedLine, offerLines } from './offered-lines.ts';

/** The client's services, which the screen has read from their area. */
export type OfferedServices = Pick<UseQueryResult<Service[]>, 'data' | 'error' | 'refetch'>;

interface OfferedServicesProps {
  userId: number;
  services: OfferedServices;
  control: FormControl;
  onAdd: (lines: OfferedLine[]) => void;
}

/** True if a line bills the same month of the service, however its text was edited. */
const isThere = ({ serviceId, from }: OfferedLine, typed: readonly TypedLine[]) =>
  typed.some((line) => line.serviceId === serviceId && line.from === from);

interface AddButtonProps extends ButtonProps {
  isDone: boolean;
}

/** It keeps the focus once there is nothing left to add; a disabled button would lose it. */
const AddButton = ({ isDone, onClick, ...props }: AddButtonProps) => (
  <Button size="xs" aria-disabled={isDone} onClick={isDone ? undefined : onClick} {...props} />
);

interface AddAllProps {
  left: readonly OfferedLine[];
  /** The number of lines that the invoice can still hold. */
  room: number;
  onAdd: (lines: OfferedLine[]) => void;
}

/** Adds as many lines as there is room for, and says so if some do not fit. */
const AddAll = ({ left, room, onAdd }: AddAllProps) => (
  <HStack justify="flex-end" flexWrap="wrap" flex="1">
    {left.length > room && (
      <Text textStyle="sm" color="fg.muted" aria-live="polite">
        An invoice holds at most {LINE_ITEMS_MAX} line items: {room} of these {left.length} services{' '}
        {room === 1 ? 'has' : 'have'} room.
      </Text>
    )}
    <AddButton
      variant="outline"
      isDone={left.length === 0 || room === 0}
      onClick={() => onAdd(left.slice(0, room))}
    >
      <Plus /> Add all
    </AddButton>
  </HStack>
);

interface OfferProps {
  offer: OfferedLine;
  isAdded: boolean;
  hasRoom: boolean;
  /** The invoices on which the month stands already. */
  billedOn: readonly BilledService[];
  onAdd: () => void;
}

/** 'INV-2026-000029 and INV-2026-000031', where a number never breaks at its hyphens. */
const InvoiceNumbers = ({ of }: { of: readonly BilledService[] }) =>
  [...new Set(of.map(({ invoiceNumber }) => invoiceNumber))].map((invoiceNumber, position) => (
    <Fragment key={invoiceNumber}>
      {position > 0 && ' and '}
      <Text as="span" whiteSpace="nowrap">
        {invoiceNumber}
      </Text>
    </Fragment>
  ));

const Offer = ({ offer, isAdded, hasRoom, billedOn, onAdd }: OfferProps) => (
  <HStack as="li" justify="space-between" align="start">
    <Box textStyle="sm" minW="0" overflowWrap="anywhere" py="1">
      <bdi>{offer.description}</bdi>, {formatAmount(offer.amount)}
      {billedOn.length > 0 && (
        <Text color="fg.warning">
          {sayIsOn(offer, new Date())} <InvoiceNumbers of={billedOn} />
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

/** The months that people bill: the past one, this one and the next. */
const monthsAround = (now: Date) => [-1, 0, 1].map((months) => monthAfter(now, months));

const MonthSelect = ({ month, onChange }: { month: string; onChange: (month: string) => void }) => (
  <Box width={{ base: '10rem', sm: '12rem' }}>
    <FormField label="Month">
      <NativeSelect.Root size="sm">
        <NativeSelect.Field value={month} onChange={({ target }) => onChange(target.value)}>
          {monthsAround(new Date()).map((offered) => (
            <option key={offered} value={offered}>
              {formatMonth(startOf(offered))}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FormField>
  </Box>
);

/** The services that the client pays monthly, to be added for a month one by one or all at once. */
export const OfferedServicesList = ({ userId, services, control, onAdd }: OfferedServicesProps) => {
  const typed = useWatch({ control, name: 'lineItems' });
  const [month, setMonth] = useState(() => monthAfter(new Date(), 0));
  const billed = useQuery(billedServicesQuery(userId, month));
  const error = services.error ?? billed.error;
  if (error) {
    return (
      <LoadError
        title="Error loading services. Please try again."
        error={error}
        onRetry={() => Promise.all([services.refetch(), billed.refetch()])}
      />
    );
  }
  if (!services.data) {
    return <SkeletonRows label="Loading services..." rows={2} height="8" />;
  }

  const offers = offerLines(services.data, month);
  const room = LINE_ITEMS_MAX - typed.filter((line) => !isBlank(line)).length;
  if (offers.length === 0) {
    return (
      <Text textStyle="sm" color="fg.muted">
        This client has no active service with a price.
      </Text>
    );
  }

  const { data: billedOnes } = billed;
  const left = offers.filter(
    (offer) => !isThere(offer, typed) && billedOnes && billedOf(offer, billedOnes).length === 0,
  );

  return (
    <Stack gap="2">
      <HStack justify="space-between" align="end" flexWrap="wrap">
        <MonthSelect month={month} onChange={setMonth} />
        {offers.length > 1 && <AddAll left={left} room={room} onAdd={onAdd} />}
      </HStack>
      {billedOnes ? (
        <Stack as="ul" listStyleType="none" gap="1" aria-label="Active services">
          {offers.map((offer) => (
            <Offer
              key={offer.serviceId}
              offer={offer}
              isAdded={isThere(offer, typed)}
              hasRoom={room > 0}
              billedOn={billedOf(offer, billedOnes)}
              onAdd={() => onAdd([offer])}
            />
          ))}
        </Stack>
      ) : (
        <SkeletonRows label="Loading services..." rows={offers.length} height="8" />
      )}
    </Stack>
  );
};
