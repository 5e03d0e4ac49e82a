import { Box, type BoxProps } from '@chakra-ui/react';

/** Says what follows from a form before it is sent. A smallest height keeps the dialog from growing. */
export const Outcome = (props: BoxProps) => (
  <Box bg="bg.subtle" borderRadius="l3" p="3" aria-live="polite" {...props} />
);
