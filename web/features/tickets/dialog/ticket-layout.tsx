import { Box, chakra, Dialog } from '@chakra-ui/react';
import type { ReactNode, RefObject } from 'react';

const BODY = {
  tabIndex: 0,
  role: 'region',
  'aria-label': 'Ticket and conversation',
  pt: '4',
  // The line under the title also shows the focus, because a rectangle around all of the text would be too much.
  boxShadow: 'inset 0 1px 0 {colors.border}',
  outline: 'none',
  _focusVisible: { boxShadow: 'inset 0 2px 0 {colors.brand.focusRing}' },
  // Positions visually hidden elements inside this box; otherwise they would make the dialog itself scroll.
  position: 'relative',
  _print: { overflow: 'visible' },
} as const;

interface TicketBodyProps {
  ref: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

/** The minimum height is inside the scrolling box, so that a low window or a toast never pushes the buttons out. */
export const TicketBody = ({ ref, children }: TicketBodyProps) => (
  <Dialog.Body ref={ref} {...BODY}>
    <Box minH={{ md: '24rem' }}>{children}</Box>
  </Dialog.Body>
);

/** The conversation next to the facts, which are above it on a phone. */
export const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 13rem' },
    gap: { base: '5', md: '8' },
    alignItems: 'start',
  },
});

export const FactsBox = chakra('div', {
  base: {
    order: { md: 1 },
    position: { md: 'sticky' },
    top: '0',
    padding: '4',
    bg: 'bg.subtle',
    borderWidth: '1px',
    borderRadius: 'l3',
  },
});
