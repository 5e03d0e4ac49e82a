import type { SystemStyleObject } from '@chakra-ui/react';

/** What a cell of a long list is made of: plain elements, because a component in each would make it slow. */
export const LONG_LIST_LOOK: SystemStyleObject = {
  '& [data-line]': { display: 'block', truncate: true },
  '& [data-name]': { fontWeight: 'semibold', _hover: { textDecoration: 'underline' } },
  '& small': { fontSize: 'xs', lineHeight: '1rem', color: 'fg.muted' },
  '& td a:focus-visible, & li a:focus-visible': {
    outline: '2px solid',
    outlineColor: 'brand.focusRing',
    outlineOffset: '-1px',
  },
};
