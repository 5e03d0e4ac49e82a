import { Button, chakra, Flex, NativeSelect } from '@chakra-ui/react';
import { type SubmitEvent, useState } from 'react';
import { namedPeriods } from '../../lib/money/named-periods.ts';
import type { Period } from '../../lib/money/periods.ts';
import { DateField } from './date-field.tsx';
import { FormField } from './form-field.tsx';

const OTHER = 'other';

/** Half of a phone's width; the two dates stand side by side. */
const DATE_WIDTH = { base: 'calc(50% - 0.375rem)', sm: '10.5rem' };

type Faults = { [Day in keyof Period]?: string | undefined };

const isSame = (one: Period, other: Period): boolean => one.from === other.from && one.to === other.to;

const findFaults = ({ from, to }: Period): Faults => ({
  from: from === '' ? 'First day is required' : undefined,
  to:
    to === '' ? 'Last day is required' : to < from ? 'The last day must not be before the first' : undefined,
});

interface PeriodChoiceProps {
  period: Period;
  /** The server's sentences about the days. */
  refusals?: Faults;
  onChange: (period: Period) => void;
}

/** Chooses a period by name, such as a month, or by its first and last day. */
export const PeriodChoice = ({ period, refusals = {}, onChange }: PeriodChoiceProps) => {
  const periods = namedPeriods(new Date());
  const chosen = periods.find((one) => isSame(one, period));
  const [isTyping, setIsTyping] = useState(false);
  const [adopted, setAdopted] = useState(period);
  const [typed, setTyped] = useState(period);
  const [faults, setFaults] = useState<Faults>({});
  // A link may lead to another period of this page.
  if (!isSame(adopted, period)) {
    setAdopted(period);
    setTyped(period);
    setIsTyping(false);
    setFaults({});
  }
  const isOther = isTyping || chosen === undefined;

  const show = (next: Period) => {
    setAdopted(next);
    setTyped(next);
    setFaults({});
    onChange(next);
  };
  const choose = (name: string) => {
    const named = periods.find((one) => one.name === name);
    setIsTyping(named === undefined);
    if (named) {
      show({ from: named.from, to: named.to });
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = findFaults(typed);
    if (found.from ?? found.to) {
      setFaults(found);
    } else {
      // Keep the two dates on the screen, even if they are those of a named period.
      setIsTyping(true);
      show(typed);
    }
  };

  return (
    <chakra.form display="contents" noValidate onSubmit={submit}>
      <Flex
        gap="3"
        wrap="wrap"
        align="flex-start"
        width={{ base: 'full', sm: 'auto' }}
        _print={{ display: 'none' }}
      >
        <chakra.div width={{ base: 'full', sm: '15rem' }}>
          <FormField label="Period" error={isOther ? undefined : (refusals.from ?? refusals.to)}>
            <NativeSelect.Root>
              <NativeSelect.Field
                value={isOther ? OTHER : chosen?.name}
                onChange={({ target }) => choose(target.value)}
              >
                {periods.map(({ name }) => (
                  <option key={name}>{name}</option>
                ))}
                <option value={OTHER}>Other dates</option>
              </NativeSelect.Field>
              <NativeSelect.Indicator />
            </NativeSelect.Root>
          </FormField>
        </chakra.div>
        {isOther && (
          <>
            <chakra.div width={DATE_WIDTH}>
              <DateField
                label="First day"
                error={faults.from ?? refusals.from}
                value={typed.from}
                onChange={(from) => setTyped({ ...typed, from })}
              />
            </chakra.div>
            <chakra.div width={DATE_WIDTH}>
              <DateField
                label="Last day"
                error={faults.to ?? refusals.to}
                value={typed.to}
                onChange={(to) => setTyped({ ...typed, to })}
              />
            </chakra.div>
            <Button
              type="submit"
              variant="outline"
              width={{ base: 'full', sm: 'auto' }}
              mt={{ sm: '1.625rem' }}
            >
              Show
            </Button>
          </>
        )}
      </Flex>
    </chakra.form>
  );
};
