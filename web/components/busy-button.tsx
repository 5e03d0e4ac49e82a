import { Button, type ButtonProps, Spinner } from '@chakra-ui/react';

interface BusyButtonProps extends ButtonProps {
  isBusy: boolean;
}

/** A button that shows a spinner next to its label while its work runs, and does not start it twice. */
export const BusyButton = ({ isBusy, children, ...props }: BusyButtonProps) => (
  <Button {...props} disabled={isBusy || props.disabled} aria-busy={isBusy}>
    {isBusy && <Spinner size="sm" borderWidth="2px" />}
    {children}
  </Button>
);
