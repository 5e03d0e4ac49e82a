import { Field, NativeSelect } from '@chakra-ui/react';

export type Choice<Value extends string> = readonly [label: string, value: Value | undefined];

interface FilterSelectProps<Value extends string> {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
  /** Leaves out the visible label where there is no room and the choice speaks for itself. */
  isLabelHidden?: boolean;
}

/** One filter of a list: its label and its options. */
export const FilterSelect = <Value extends string>({
  label,
  choices,
  value,
  onChange,
  isLabelHidden = false,
}: FilterSelectProps<Value>) => (
  <Field.Root
    orientation="horizontal"
    gap="2"
    flex={{ base: '1 1 8rem', md: '0 0 auto' }}
    width="auto"
    css={{ '--field-label-width': 'auto' }}
    _print={{ display: 'none' }}
  >
    <Field.Label color="fg.muted" srOnly={isLabelHidden}>
      {label}
    </Field.Label>
    <NativeSelect.Root size="sm" minW={isLabelHidden ? '0' : '6.5rem'}>
      <NativeSelect.Field
        value={value ?? ''}
        onChange={({ target }) => onChange(choices.find(([, choice]) => choice === target.value)?.[1])}
      >
        {choices.map(([name, choice]) => (
          <option key={name} value={choice ?? ''}>
            {name}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  </Field.Root>
);
