import { chakra } from '@chakra-ui/react';

/** The rounded edge of a table. It clips and does not scroll, so that a sticky header sticks to the page. */
export const TableFrame = chakra('div', {
  base: { borderWidth: '1px', borderRadius: 'l3', overflow: 'clip' },
});
