import { Alert, Button } from '@chakra-ui/react';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { wordReadError } from '../../lib/reads/api-error.ts';

interface Failure {
  error: Error;
  onRetry: () => void;
}

interface Joined {
  areMany: boolean;
  /** Returns what takes the failure out again. */
  add: (failure: Failure) => () => void;
}

const JoinedContext = createContext<Joined | undefined>(undefined);

/** Tells the page of a failed read, if there is one. True if the page itself says so, because several have failed. */
export const useIsJoined = (error: Error | undefined, onRetry: () => void): boolean => {
  const joined = useContext(JoinedContext);
  const add = joined?.add;
  const retry = useEffectEvent(onRetry);
  // Before the paint, so that the separate messages of several parts are never seen.
  useLayoutEffect(() => error && add?.({ error, onRetry: () => retry() }), [error, add]);

  return error !== undefined && joined?.areMany === true;
};

/** Shows one message with one button for all parts of a page that could not be read, in place of one in each. */
export const JoinedFailures = ({ children }: { children: ReactNode }) => {
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const add = useCallback((failure: Failure) => {
    setFailures((shown) => [...shown, failure]);

    return () => setFailures((shown) => shown.filter((one) => one !== failure));
  }, []);
  const [first] = failures;
  const areMany = failures.length > 1;
  const joined = useMemo(() => ({ areMany, add }), [areMany, add]);

  return (
    <JoinedContext value={joined}>
      {areMany && first && (
        <Alert.Root status="error" role="alert" alignItems="center" flexWrap="wrap" mb="4">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>Parts of this page could not be read</Alert.Title>
            <Alert.Description>{wordReadError(first.error)}</Alert.Description>
          </Alert.Content>
          <Button
            size="xs"
            variant="outline"
            onClick={() => {
              for (const { onRetry } of failures) {
                onRetry();
              }
            }}
          >
            Try again
          </Button>
        </Alert.Root>
      )}
      {children}
    </JoinedContext>
  );
};
