import { Alert } from '@chakra-ui/react';
import { ApiError, leadsAway } from '../../lib/reads/api-error.ts';

interface RefusalNoteProps {
  title: string;
  error: Error | null;
  /** Says what to do next, where a toast says why. */
  next?: string;
}

/**
 * Keeps the error on the screen after the toast has gone (five seconds). Hidden if a field already shows it, or if
 * nothing more is to be said.
 */
export const RefusalNote = ({ title, error, next }: RefusalNoteProps) => {
  if (!error || leadsAway(error) || (error instanceof ApiError && Object.keys(error.fields).length > 0)) {
    return null;
  }

  return (
    <Alert.Root status="error" role="alert">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{title}</Alert.Title>
        <Alert.Description>{next ?? error.message}</Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
};
