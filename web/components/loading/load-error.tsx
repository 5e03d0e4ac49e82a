import { Alert, Button } from '@chakra-ui/react';

interface LoadErrorProps {
  title: string;
  error: Error;
  onRetry: () => void;
}

/** Says which data could not be loaded and why, with a button to try again. */
export const LoadError = ({ title, error, onRetry }: LoadErrorProps) => (
  <Alert.Root status="error" role="alert" alignItems="center" flexWrap="wrap">
    <Alert.Indicator />
    <Alert.Content>
      <Alert.Title>{title}</Alert.Title>
      <Alert.Description>{error.message}</Alert.Description>
    </Alert.Content>
    <Button size="xs" variant="outline" onClick={onRetry}>
      Try again
    </Button>
  </Alert.Root>
);
