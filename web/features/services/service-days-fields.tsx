import { Button, chakra, HStack, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { type Control, type UseFormSetValue, useWatch } from 'react-hook-form';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import type { Service } from '#shared/contract/services.ts';
import { formatDayInWords, nameDay } from '#shared/dates.ts';
import { AMOUNT_MAX } from '#shared/money.ts';
import { CheckBox } from '../../components/form/check-box.tsx';
import { FormDate } from '../../components/form/date-field.tsx';
import { FieldWarning } from '../../components/form/field-warning.tsx';
import { Outcome } from '../../components/money/outcome.tsx';
import { entryFromAmount, isReadable, readAmount } from '../../lib/forms/amount-entry.ts';
import { plannedPrices } from './planned-prices.ts';
import type { ServiceFields, ServiceForm } from './service-fields.ts';
import { serviceStatusOf } from './service-status.ts';
import { sayUnbilled, useUnbilled } from './unbilled-days.tsx';
import {
  changePrices,
  noticeEnd,
  sayFirstDay,
  sayLastDay,
  sayNotice,
  sayPrice,
  sayPrices,
  usualPriceDay,
} from './worded-days.ts';

const Choice = chakra('label', {
  base: {
    display: 'flex',
    gap: '2.5',
    alignItems: 'center',
    minH: { base: '11', md: '6' },
    cursor: 'pointer',
  },
});

/** A day as typed so far; '' for what is none yet, such as one of a year of five digits. */
const dayOf = (typed: string): string => (/^[12]\d{3}-\d\d-\d\d$/.test(typed) ? typed : '');

/** The amount as typed, or the one of today while no price can be read in it. */
const priceOf = (entry: string, usual: number): number => {
  const amount = isReadable(entry) ? readAmount(entry) : usual;

  return amount <= AMOUNT_MAX ? amount : usual;
};

interface DaysProps {
  control: Control<ServiceForm, unknown, ServiceFields>;
  setValue: UseFormSetValue<ServiceForm>;
  service: Service | undefined;
  /** True for a natural person, whom the CPA gives a notice. */
  isConsumer: boolean;
  today: string;
  /** True if an invoice with the unbilled days follows. */
  isInvoiced: boolean;
  onInvoicedChange: (isInvoiced: boolean) => void;
}

/** What is typed about days and prices. */
const useTyped = ({ control, service, today }: Pick<DaysProps, 'control' | 'service' | 'today'>) => {
  const [price, status, from, until, since] = useWatch({
    control,
    name: ['pricePerMonth', 'status', 'billFrom', 'billUntil', 'priceFrom'],
  });
  const days = { billFrom: dayOf(from), billUntil: dayOf(until) };
  const amount = priceOf(price, service?.pricePerMonth ?? 0);
  const priceFrom = dayOf(since);
  const changed = service && changePrices(service, { amount, from: priceFrom }, today);
  const prices = changed ?? service ?? { pricePerMonth: amount, prices: [] };

  return { ...days, status, priceFrom, isPriceTyped: amount !== service?.pricePerMonth, changed, prices };
};

type Typed = ReturnType<typeof useTyped>;

/** Says what looks wrong with the last day, or until when a consumer's notice lasts. */
const LastDayHint = ({
  service,
  isConsumer,
  today,
  typed,
}: Pick<DaysProps, 'service' | 'isConsumer' | 'today'> & { typed: Typed }) => {
  const { billUntil } = typed;
  const isNew = billUntil !== '' && billUntil !== service?.billUntil;
  const notice = sayNotice(today);
  if (isNew && isConsumer && billUntil < noticeEnd(today)) {
    return <FieldWarning>{notice}, after this day</FieldWarning>;
  }

  return notice;
};

/** Says from when a new price counts, and which days are billed beyond the one that was chosen. */
const PriceDayHint = ({
  service,
  today,
  priceFrom,
}: {
  service: Service;
  today: string;
  priceFrom: string;
}) => {
  const { billedUntil } = service;
  const usual = usualPriceDay(service, today);
  if (billedUntil !== null && billedUntil >= (priceFrom || today)) {
    return (
      <FieldWarning>
        Billed until {nameDay(billedUntil)}: it counts from {nameDay(usual)}
        {priceFrom && ' at the earliest'}
      </FieldWarning>
    );
  }

  return priceFrom ? undefined : `Without a day: from ${usual === today ? 'today' : nameDay(usual)}`;
};

/** The sentences that say what the days and prices cost. */
const sentencesOf = (service: Service | undefined, typed: Typed, today: string): string[] => {
  const { billFrom, billUntil, status, changed, prices } = typed;
  const endsNow = service && serviceStatusOf(service.status) !== 'inactive' && status === 'inactive';
  const isFirstTyped = billFrom !== '' && billFrom !== service?.billFrom;

  return [
    ...(endsNow && billUntil === today && service.billUntil !== today
      ? [`Today, ${formatDayInWords(today, new Date())}, becomes the last day`]
      : []),
    ...(isFirstTyped ? [sayFirstDay(typed, prices)] : []),
    ...(billUntil === '' ? [] : [sayLastDay(typed, prices)]),
    ...(service?.billedUntil && billUntil !== '' && billUntil < service.billedUntil
      ? [
          `It is billed until ${nameDay(service.billedUntil)}: a credit note is offered for the days after the last`,
        ]
      : []),
    ...(changed ? [sayPrices(prices, today)] : []),
    ...(changed?.ended ?? []).map((price) => `No longer ${sayPrice(price)}`),
    ...(status === 'inactive' && billUntil > today
      ? ['It is billed until then, although it is inactive']
      : []),
    ...(status === 'suspended' || status === 'pending' ? [`No run bills it while it is ${status}`] : []),
  ];
};

/** Planned prices, each of which can be changed or taken away before the form is saved. */
const Planned = ({
  service,
  today,
  setValue,
}: Pick<DaysProps, 'today' | 'setValue'> & { service: Service }) => {
  const put = (amount: number, from: string) => {
    setValue('pricePerMonth', entryFromAmount(amount), { shouldDirty: true });
    setValue('priceFrom', from, { shouldDirty: true });
  };

  return (
    <Stack as="ul" listStyleType="none" gap="1" aria-label="Planned prices">
      {plannedPrices(service, today).map((price) => (
        <HStack as="li" key={price.from} gap="2" wrap="wrap" textStyle="number.sm">
          <Text>Planned: {sayPrice(price)}</Text>
          <Button size="xs" variant="outline" onClick={() => put(price.amount, price.from)}>
            Change
          </Button>
          <Button size="xs" variant="outline" onClick={() => put(service.pricePerMonth, price.from)}>
            Remove
          </Button>
        </HStack>
      ))}
    </Stack>
  );
};

/** The days to bill and the day of a new price, with what each of them costs in words. */
export const ServiceDaysFields = (props: DaysProps) => {
  const { control, setValue, service, today, isInvoiced, onInvoicedChange } = props;
  const typed = useTyped(props);
  const wasActive = service && serviceStatusOf(service.status) === 'active';
  const stops = wasActive && typed.status !== 'active';
  const until = typed.billUntil !== '' && typed.billUntil < today ? typed.billUntil : today;
  const unbilled = useUnbilled(stops ? service.id : undefined, until) ?? [];
  const isUnbilled = stops && unbilled.length > 0;
  const sentences = sentencesOf(service, typed, today);
  const hasPlanned = service && plannedPrices(service, today).length > 0;

  return (
    <Stack gap="3" mt="3" pt="3" borderTopWidth="1px">
      <SimpleGrid columns={{ base: 1, sm: 3 }} gap="3" alignItems="start">
        <FormDate control={control} name="billFrom" label={FIELD_LABELS.billFrom} />
        <FormDate
          control={control}
          name="billUntil"
          label={FIELD_LABELS.billUntil}
          hint={<LastDayHint {...props} typed={typed} />}
        />
        {service && (typed.isPriceTyped || typed.priceFrom !== '') && (
          <FormDate
            control={control}
            name="priceFrom"
            label={FIELD_LABELS.priceFrom}
            hint={<PriceDayHint service={service} today={today} priceFrom={typed.priceFrom} />}
          />
        )}
      </SimpleGrid>
      {hasPlanned && <Planned service={service} today={today} setValue={setValue} />}
      <Outcome bg="bg.panel" hidden={sentences.length === 0 && !isUnbilled}>
        <Stack gap="1" textStyle="number.sm">
          {sentences.map((sentence) => (
            <Text key={sentence}>{sentence}.</Text>
          ))}
          {isUnbilled && (
            <>
              <Text>Not billed yet: {sayUnbilled(unbilled)}.</Text>
              <Choice>
                <CheckBox
                  type="checkbox"
                  checked={isInvoiced}
                  onChange={({ target }) => onInvoicedChange(target.checked)}
                />
                Make an invoice with them next
              </Choice>
            </>
          )}
        </Stack>
      </Outcome>
    </Stack>
  );
};
