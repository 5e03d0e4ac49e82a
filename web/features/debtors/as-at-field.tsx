import { Box, Field } from '@chakra-ui/react';
import { DayInput } from '../../components/form/date-field.tsx';
import { today } from '../../lib/money/today.ts';

interface AsAtFieldProps {
  /** A past day; undefined is today. */
  asAt: string | undefined;
  onChange: (asAt: string | undefined) => void;
}

/** The day of a list, whose heading says it in words; today is no part of the address, so that a kept link always shows the present. */
export const AsAtField = ({ asAt, onChange }: AsAtFieldProps) => (
  <Field.Root
    orientation="horizontal"
    gap="2"
    width="auto"
    flex={{ base: '1 1 100%', md: '0 0 auto' }}
    justifyContent="flex-start"
    css={{ '--field-label-width': 'auto' }}
    _print={{ display: 'none' }}
  >
    <Field.Label color="fg.muted">As at</Field.Label>
    <Box width="9.5rem">
      <DayInput
        isWorded={false}
        max={today()}
        value={asAt ?? today()}
        onChange={(day) => {
          if (day <= today()) {
            onChange(day && day < today() ? day : undefined);
          }
        }}
      />
    </Box>
  </Field.Root>
);
