import { Alert, Button, Text } from '@chakra-ui/react';
import { wordReadError } from '../../lib/reads/api-error.ts';
import { useIsJoined } from './joined-failures.tsx';

interface LoadErrorProps {
  title: string;
  error: Error;
  onRetry: () => void;
}

/** Says which data could not be loaded and why, with a button to try again, unless the page does so for all of it. */
export const LoadError = ({ title, error, onRetry }: LoadErrorProps) => {
  const isJoined = useIsJoined(error, onRetry);
  if (isJoined) {
    return (
      <Text textStyle="sm" color="fg.muted">
        {title}
      </Text>
    );
  }

  return (
    <Alert.Root status="error" role="alert" alignItems="center" flexWrap="wrap">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{title}</Alert.Title>
        <Alert.Description>{wordReadError(error)}</Alert.Description>
      </Alert.Content>
      <Button size="xs" variant="outline" onClick={onRetry}>
        Try again
      </Button>
    </Alert.Root>
  );
};
