import { Button } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

/** On a phone the sentence of a toast takes its place, because the cross of the dialog does the same. */
const YIELDS = {
  'html:has([data-place=foot] > [data-state=open]) &:not(:focus)': { display: { mdDown: 'none' } },
};

/** The button in the foot of a dialog that leaves it. */
export const CancelButton = (button: ComponentProps<typeof Button>) => (
  <Button data-yields size="sm" variant="outline" css={YIELDS} {...button} />
);
