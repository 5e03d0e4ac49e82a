import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useCallback, useRef } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface UnsavedWork {
  /** To be rendered: asks when someone is about to leave. */
  guard: ReactNode;
  /** Lets the next navigation through, once the work is saved. */
  release: () => void;
}

/**
 * Asks before a navigation (a closed dialog, another tab, Back, a reload) loses typed work. Going to the sign-in page
 * is not held up: an ended session keeps its drafts. `onDiscard` hears that the work is given up; `isKept` knows the
 * addresses of this page under which the work stays open, such as one that opens a dialog over it.
 */
export const useUnsavedWork = (
  isDirty: boolean,
  onDiscard?: () => void,
  isKept: (search: Record<string, unknown>) => boolean = () => false,
): UnsavedWork => {
  const isReleased = useRef(false);
  const release = useCallback(() => {
    isReleased.current = true;
  }, []);

  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty &&
      !isReleased.current &&
      next.routeId !== '/auth' &&
      !(next.routeId === current.routeId && isKept(next.search)),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });

  const guard = blocker.status === 'blocked' && (
    <ConfirmDialog
      title="Discard your changes?"
      confirmLabel="Discard changes"
      cancelLabel="Keep editing"
      onConfirm={() => {
        onDiscard?.();
        blocker.proceed();
      }}
      onCancel={blocker.reset}
    >
      What you typed has not been saved.
    </ConfirmDialog>
  );

  return { guard, release };
};
