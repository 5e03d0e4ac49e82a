import { Alert } from '@chakra-ui/react';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { lazyCode } from '../../lib/browser/lazy-code.tsx';
import { reloadPage } from '../../lib/browser/reload-page.ts';
import { UNREACHABLE } from '../../lib/reads/api-error.ts';
import { BusyButton } from '../form/busy-button.tsx';
import { ErrorBoundary } from '../shell/error-boundary.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';

/** Shown in the place of a part that failed; the rest of the page stays as it is, with its typed values. */
const BrokenPart = ({ tryAgain }: { tryAgain: () => Promise<boolean> }) => {
  const [isAsking, setIsAsking] = useState(false);
  const [isReachable, setIsReachable] = useState(true);
  const retry = async () => {
    setIsAsking(true);
    setIsReachable(await tryAgain());
    setIsAsking(false);
  };

  return (
    <Alert.Root status="error" role="alert" alignItems="center" flexWrap="wrap">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>This part of the page could not be loaded.</Alert.Title>
        {!isReachable && <Alert.Description>{UNREACHABLE}</Alert.Description>}
      </Alert.Content>
      <BusyButton size="xs" variant="outline" isBusy={isAsking} onClick={retry}>
        Try again
      </BusyButton>
    </Alert.Root>
  );
};

interface PartPlace<Props> {
  /** Surrounds the part's place until the part itself is there, such as an empty dialog. */
  Frame?: ComponentType<Props & { children: ReactNode }>;
  waiting?: ReactNode;
}

/**
 * Returns a part of a screen whose code is loaded when it is shown, or earlier by `preload`. Until then its place shows
 * skeletons; if the code does not load, it shows a note with a way to try again.
 */
export const lazyPart = <Name extends string, Props extends object>(
  importPart: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  {
    Frame = ({ children }) => children,
    waiting = <SkeletonRows label="Loading" rows={4} height="12" />,
  }: PartPlace<Props> = {},
) => {
  const Code = lazyCode(importPart, name);

  const tryAgain = async (reset: () => void): Promise<boolean> => {
    // An error in code that has loaded would only happen again.
    if (Code.isLoaded()) {
      return reloadPage();
    }
    try {
      await Code.preload();
    } catch {
      return reloadPage();
    }
    reset();

    return true;
  };

  const LazyPart = (props: Props) => {
    // If the preload failed, request the code again now that it is needed.
    useState(Code.preload);

    return (
      <ErrorBoundary
        fallback={(reset) => (
          <Frame {...props}>
            <BrokenPart tryAgain={() => tryAgain(reset)} />
          </Frame>
        )}
      >
        <Suspense fallback={<Frame {...props}>{waiting}</Frame>}>
          <Code {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };

  return Object.assign(LazyPart, { preload: Code.preload });
};
