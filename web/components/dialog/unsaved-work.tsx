import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useCallback, useRef } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** The pages that interrupt a session, which keeps its drafts. */
const KEEPING = ['/auth', '/new-password'];

interface UnsavedWork {
  /** Must be rendered: the dialog that asks before typed work is lost. */
  guard: ReactNode;
  /** Lets the next navigation through, once the work is saved. */
  release: () => void;
}

/**
 * Asks before a navigation (a closed dialog, another tab, Back, a reload) loses typed work. It does not block the
 * sign-in page or the page for a new password, because an interrupted session keeps its drafts. `onDiscard` is called if the person discards the work.
 * `isKept` returns true for addresses of this page under which the work stays open, such as one with a dialog over it.
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
      !KEEPING.includes(next.routeId) &&
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
