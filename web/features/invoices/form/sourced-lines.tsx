import { Box, Button, type ButtonProps, HStack, Stack, Text } from '@chakra-ui/react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { type InvoiceWithLines, LINE_ITEMS_MAX } from '#shared/contract/invoices.ts';
import type { BilledService, Service } from '#shared/contract/services.ts';
import { nameMonth } from '#shared/months.ts';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../../components/loading/skeleton-rows.tsx';
import { invoiceListQuery } from '../invoice-list-query.ts';
import { isBlank } from './invoice-items.ts';
import { type FormControl, InvoiceLines } from './invoice-lines.tsx';
import { isPaid, type OfferedLine } from './offered-lines.ts';
import { firstUnbilledMonth, monthsToChoose, offerMonth } from './offered-months.ts';
import { MonthOffer, OfferedServicesList } from './offered-services.tsx';
import { StartFromEarlier } from './start-from-earlier.tsx';

type Read<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;

/** What the screen has read of the client's services. */
export interface ReadServices {
  services: Read<Service[]>;
  /** On which invoices their days stand, from the first offered day on. */
  billed: Read<BilledService[]>;
}

const SourceButton = ({ isOpen, children, ...props }: ButtonProps & { isOpen: boolean }) => (
  <Button size="xs" variant="outline" aria-expanded={isOpen} {...props}>
    {children}
    {isOpen ? <ChevronUp /> : <ChevronDown />}
  </Button>
);

const SourcePanel = ({ children }: { children: ReactNode }) => (
  <Box borderWidth="1px" borderRadius="l2" bg="bg.subtle" p="3">
    {children}
  </Box>
);

interface SourcedLinesProps {
  userId: number;
  read: ReadServices;
  control: FormControl;
  onAdd: (lines: readonly OfferedLine[]) => void;
  onAddEmpty: () => void;
  /** True if there are lines that would be lost. */
  hasLines: () => boolean;
  onTake: (lines: InvoiceWithLines['lineItems']) => void;
}

/** The month that is chosen, at first the first that is not billed; undefined until the services have been read. */
const useMonth = ({ services: { data: services }, billed: { data: billed } }: ReadServices) => {
  const [now] = useState(() => new Date());
  const [chosen, setMonth] = useState<string>();
  if (!services || !billed) {
    return undefined;
  }
  const month = chosen ?? firstUnbilledMonth(services, billed, now);

  return { ...offerMonth(services, billed, month), months: monthsToChoose(services, billed, now), setMonth };
};

const AddItem = ({ isFull, onAdd }: { isFull: boolean; onAdd: () => void }) => (
  <Button
    size="xs"
    variant="outline"
    disabled={isFull}
    onClick={({ currentTarget }) => {
      flushSync(onAdd);
      currentTarget.form?.querySelector<HTMLElement>('li:last-child textarea')?.focus();
    }}
  >
    <Plus /> Add item
  </Button>
);

/** The lines of the invoice, between the month that is not billed and their other sources. */
export const SourcedLines = (props: SourcedLinesProps) => {
  const { userId, read, control, onAdd, onAddEmpty, hasLines, onTake } = props;
  const { services, billed } = read;
  const [source, setSource] = useState<'services' | 'earlier'>();
  const { data: invoices = [] } = useQuery(invoiceListQuery(userId));
  const typed = useWatch({ control, name: 'lineItems' });
  const offered = useMonth(read);
  const offer = useRef<HTMLDivElement>(null);
  const error = services.error ?? billed.error;
  const room = LINE_ITEMS_MAX - typed.filter((line) => !isBlank(line)).length;
  const hasServices = offered !== undefined && (services.data ?? []).some(isPaid);
  const toggle = (chosen: typeof source) => setSource(source === chosen ? undefined : chosen);

  const addAll = (lines: readonly OfferedLine[]) => {
    flushSync(() => onAdd(lines));
    // The button gives way to a sentence once all are added.
    offer.current?.querySelector<HTMLElement>('[data-offer], [data-added]')?.focus();
  };

  return (
    <>
      <Stack ref={offer} gap="1.5" align="flex-start">
        {error && (
          <LoadError
            title="Error loading services. Please try again."
            error={error}
            onRetry={() => Promise.all([services.refetch(), billed.refetch()])}
          />
        )}
        {!error && !offered && <SkeletonRows label="Loading services..." rows={2} height="8" />}
        {offered && offered.offers.length === 0 && (
          <Text textStyle="sm" color="fg.muted">
            {hasServices
              ? `No service has days to bill in ${nameMonth(offered.month)}.`
              : 'This client has no active service with a price.'}
          </Text>
        )}
        {offered && offered.offers.length > 0 && (
          <MonthOffer offered={offered} typed={typed} room={room} onAdd={addAll} />
        )}
      </Stack>
      <InvoiceLines control={control} />
      <HStack gap="2" flexWrap="wrap">
        <AddItem isFull={typed.length >= LINE_ITEMS_MAX} onAdd={onAddEmpty} />
        {hasServices && (
          <SourceButton isOpen={source === 'services'} onClick={() => toggle('services')}>
            Add from services
          </SourceButton>
        )}
        {invoices.length > 0 && (
          <SourceButton isOpen={source === 'earlier'} onClick={() => toggle('earlier')}>
            Start from an earlier invoice
          </SourceButton>
        )}
      </HStack>
      {source === 'services' && hasServices && (
        <SourcePanel>
          <OfferedServicesList
            offered={offered}
            months={offered.months}
            onMonthChange={offered.setMonth}
            typed={typed}
            hasRoom={room > 0}
            onAdd={(line) => onAdd([line])}
          />
        </SourcePanel>
      )}
      {source === 'earlier' && (
        <SourcePanel>
          <StartFromEarlier
            invoices={invoices}
            hasLines={hasLines}
            onTake={(lines) => {
              onTake(lines);
              setSource(undefined);
            }}
          />
        </SourcePanel>
      )}
    </>
  );
};
