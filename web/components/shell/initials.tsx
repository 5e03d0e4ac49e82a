import { chakra } from '@chakra-ui/react';

const Circle = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: '0',
    boxSize: '9',
    borderRadius: 'full',
    fontSize: 'sm',
    fontWeight: 'medium',
    lineHeight: '1',
    textTransform: 'uppercase',
    userSelect: 'none',
  },
  variants: {
    tone: {
      solid: { bg: 'brand.solid', color: 'brand.contrast' },
      subtle: { bg: 'brand.muted', color: 'brand.fg' },
    },
  },
});

const initialsOf = (name: string): string => {
  const names = name.trim().split(' ');
  const last = names.length > 1 ? names.at(-1) : '';

  return [names[0], last].map((part) => part?.charAt(0) ?? '').join('');
};

/** A circle with a person's initials, next to their name. */
export const Initials = ({ name, tone }: { name: string; tone: 'solid' | 'subtle' }) => (
  <Circle tone={tone} aria-hidden>
    {initialsOf(name)}
  </Circle>
);
