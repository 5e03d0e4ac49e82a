import { Text } from '@chakra-ui/react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { reloadPage } from '../../lib/browser/reload-page.ts';
import { ApiError, UNREACHABLE } from '../../lib/reads/api-error.ts';
import { BusyButton } from '../form/busy-button.tsx';
import { LonePage } from './lone-page.tsx';

/** The error of a whole page: the server's sentence, or a fixed sentence for an error of our own code. */
export const ErrorScreen = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter();
  const [isBusy, setIsBusy] = useState(false);
  const [isReachable, setIsReachable] = useState(true);
  const sentence =
    error instanceof ApiError ? error.message : 'This page could not be shown. Please try again.';

  const tryAgain = async () => {
    setIsBusy(true);
    if (error instanceof ApiError) {
      await router.invalidate();
      reset();
    } else {
      setIsReachable(await reloadPage());
    }
    setIsBusy(false);
  };

  return (
    <LonePage title="Something went wrong" role="alert">
      <Text color="fg.muted">{isReachable ? sentence : UNREACHABLE}</Text>
      <BusyButton isBusy={isBusy} onClick={tryAgain}>
        Try again
      </BusyButton>
    </LonePage>
  );
};
