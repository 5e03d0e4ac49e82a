import { chakra, VisuallyHidden } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

const Group = chakra('div', {
  base: {
    minWidth: 'max-content',
    padding: '0.5',
    bg: 'bg.muted',
    borderRadius: 'l2',
    boxShadow: 'inset',
    isolation: 'isolate',
  },
  variants: { size: { sm: { display: 'inline-flex' }, md: { display: 'flex' } } },
});

const Segment = chakra('label', {
  base: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    borderRadius: 'md',
    color: 'fg.muted',
    textStyle: 'sm',
    fontWeight: 'semibold',
    cursor: 'pointer',
    userSelect: 'none',
    // The line between two options that are both not selected.
    _before: {
      content: '""',
      position: 'absolute',
      insetInlineStart: '0',
      insetBlock: '1.5',
      width: '1px',
      bg: 'border',
    },
    '&:first-of-type, &:has(:checked), :has(:checked) + &': { _before: { opacity: 0 } },
    '&:has(:checked)': { color: 'fg', bg: { _light: 'bg', _dark: 'bg.emphasized' }, boxShadow: 'sm' },
    '&:has(:focus-visible)': { focusRing: 'outside' },
  },
  variants: { size: { sm: { height: '8', px: '2.5' }, md: { height: '10', px: '4', flex: '1' } } },
});

interface SegmentedChoiceProps<Value extends string> {
  label: string;
  choices: readonly { value: Value; content: ReactNode; title?: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** A small one is as wide as its content, a medium one fills the available width. */
  size?: 'sm' | 'md';
}

/**
 * A choice of one among a few options, side by side. The browser's own radio buttons provide arrow keys and names, and
 * cost the first screens neither a state machine nor a layout measurement.
 */
export const SegmentedChoice = <Value extends string>({
  label,
  choices,
  value,
  onChange,
  size = 'md',
}: SegmentedChoiceProps<Value>) => {
  const name = useId();

  return (
    <Group size={size} role="radiogroup" aria-label={label}>
      {choices.map(({ value: choice, content, title }) => (
        <Segment key={choice} size={size} title={title}>
          <VisuallyHidden asChild>
            <input
              type="radio"
              name={name}
              value={choice}
              checked={choice === value}
              onChange={() => onChange(choice)}
            />
          </VisuallyHidden>
          {content}
        </Segment>
      ))}
    </Group>
  );
};
