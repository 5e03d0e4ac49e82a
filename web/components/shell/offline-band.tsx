import { Box } from '@chakra-ui/react';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

const followNetwork = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);

  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** Returns true if the browser has a network; the build, which renders pages, counts as online. */
const useIsOnline = () =>
  useSyncExternalStore(
    followNetwork,
    () => navigator.onLine,
    () => true,
  );

/**
 * A band at the lower edge of the window while the browser has no network; dialogs and toasts there leave room for it.
 * It is outside the page's root and a live region, because an open dialog hides everything else from screen readers.
 */
export const OfflineBand = () =>
  !useIsOnline() &&
  createPortal(
    <Box
      role="alert"
      aria-live="assertive"
      data-offline
      position="fixed"
      insetX="0"
      bottom="0"
      zIndex="toast"
      h="var(--offline-band)"
      px="4"
      alignContent="center"
      textAlign="center"
      textStyle="sm"
      fontWeight="semibold"
      bg="orange.solid"
      color="white"
      _print={{ display: 'none' }}
    >
      You are offline. What you typed stays here.
    </Box>,
    document.body,
  );
