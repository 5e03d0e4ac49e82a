import { Alert, Button, Flex, Skeleton } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { AfterAMoment } from '../../components/loading/after-a-moment.tsx';

/** Shown until the portal knows whether the link still holds; as high as what follows. */
export const CheckingLink = ({ height }: { height: string }) => (
  <AfterAMoment label="Checking the link">
    <Skeleton h={height} />
  </AfterAMoment>
);

/** Shown if the portal could not say whether the link holds. The link is not lost. */
export const UncheckedLink = ({
  error,
  isBusy,
  onRetry,
}: {
  error: Error;
  isBusy: boolean;
  onRetry: () => void;
}) => (
  <>
    <Alert.Root status="error" role="alert">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>The link could not be checked</Alert.Title>
        <Alert.Description>{error.message}</Alert.Description>
      </Alert.Content>
    </Alert.Root>
    <BusyButton alignSelf="flex-start" isBusy={isBusy} onClick={onRetry}>
      Try again
    </BusyButton>
  </>
);

/** The link that leads on from a page whose work is done or cannot be done. */
export const WayOn = ({ to, children }: { to: '/' | '/forgot-password'; children: string }) => (
  <Flex>
    <Button asChild>
      <Link to={to}>{children}</Link>
    </Button>
  </Flex>
);
