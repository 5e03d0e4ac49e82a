import { Heading } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { takeLostFocus } from '../../lib/browser/lost-focus.ts';

/** The heading of a part of a page that takes the place of another one, with the focus of the link that led here. */
export const PartHeading = ({ children }: { children: ReactNode }) => (
  <Heading as="h2" size="md" ref={takeLostFocus} tabIndex={-1} outline="none">
    {children}
  </Heading>
);
