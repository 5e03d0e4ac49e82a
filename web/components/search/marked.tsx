import { chakra } from '@chakra-ui/react';
import { findMatchedPart } from '../../lib/acts/matched-part.ts';

const Mark = chakra('mark', {
  base: {
    bg: 'transparent',
    color: 'inherit',
    fontWeight: 'bold',
    textDecoration: 'underline',
    textDecorationThickness: '2px',
    textUnderlineOffset: '2px',
    textDecorationColor: 'brand.solid',
  },
});

/** A text in which the typed part is marked. */
export const Marked = ({ text, typed }: { text: string; typed: string }) => {
  const part = findMatchedPart(text, typed);
  if (!part) {
    return text;
  }

  return (
    <>
      {text.slice(0, part[0])}
      <Mark>{text.slice(...part)}</Mark>
      {text.slice(part[1])}
    </>
  );
};
