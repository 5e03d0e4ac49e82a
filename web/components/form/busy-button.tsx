import { Button, type ButtonProps, Spinner } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';

export interface BusyButtonProps extends Omit<ButtonProps, 'ref'> {
  isBusy: boolean;
}

/**
 * A button that shows a spinner next to its label while its work runs, and does not start it twice. Afterwards it takes
 * the focus back, which it lost because it was disabled, unless something else than the page or dialog around it has it.
 */
export const BusyButton = ({ isBusy, children, ...props }: BusyButtonProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const wasPressed = useRef(false);

  useEffect(() => {
    if (isBusy) {
      return;
    }
    if (wasPressed.current && document.activeElement?.contains(button.current)) {
      button.current?.focus();
    }
    wasPressed.current = false;
  }, [isBusy]);

  return (
    <Button
      {...props}
      ref={button}
      disabled={isBusy || props.disabled}
      aria-busy={isBusy}
      onClick={(event) => {
        wasPressed.current = true;
        props.onClick?.(event);
      }}
    >
      {isBusy && <Spinner size="sm" borderWidth="2px" />}
      {children}
    </Button>
  );
};
