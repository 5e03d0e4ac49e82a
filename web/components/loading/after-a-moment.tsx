import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Skeletons while data loads: they appear only if the answer takes longer than a blink (200 ms). */
export const AfterAMoment = ({ children, label }: { children: ReactNode; label: string }) => (
  <Box role="status" aria-label={label} css={{ animation: 'fade-in 150ms 200ms both' }}>
    {children}
  </Box>
);
