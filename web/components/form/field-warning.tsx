import { Icon } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** Says what looks wrong with a value that may still be saved; for the `hint` of a FormField. */
export const FieldWarning = ({ children }: { children: ReactNode }) => (
  <>
    <Icon as={TriangleAlert} boxSize="3.5" me="1" mb="-0.5" color="fg.warning" aria-label="Warning:" />
    {children}
  </>
);
