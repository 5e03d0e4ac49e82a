import { Text } from '@chakra-ui/react';
import { ApiError } from '../../lib/reads/api-error.ts';

interface PasskeyRefusalProps {
  error: Error | null;
}

/** Says why a passkey did nothing. Whoever cancels in the browser has done nothing wrong, and reads it calmly. */
export const PasskeyRefusal = ({ error }: PasskeyRefusalProps) =>
  error && (
    <Text role="alert" textStyle="sm" color={error instanceof ApiError ? 'fg.error' : 'fg.muted'}>
      {error.message}
    </Text>
  );
