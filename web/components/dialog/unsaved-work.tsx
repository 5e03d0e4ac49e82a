import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { askBeforeLeaving } from '../../lib/forms/typed-work.ts';
import type { Search } from '../../lib/forms/use-form-at.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** The pages that interrupt a session, which keeps its drafts. */
const INTERRUPTIONS = ['/auth', '/new-password'];

interface UnsavedWorkOptions {
  /** Called if the person discards the work. */
  onDiscard?: () => void;
  /**
   * True for addresses of this page at which the form stays on the screen: `isShownAt` of web/lib/forms/use-form-at.ts, which
   * also shows the form. Without it the form asks before every other address.
   */
  isShownAt?: (search: Search) => boolean;
}

interface UnsavedWork {
  /** Must be rendered: the dialog that asks before typed work is lost. */
  guard: ReactNode;
  /** Lets the form go without a question, once its work is saved. */
  release: () => void;
  /** Closes the form, after the question if there is typed work. */
  leave: (close: () => void) => void;
}

interface Question {
  leave: () => void;
  stay: () => void;
}

type Navigation = Parameters<Parameters<RouterHistory['block']>[0]['blockerFn']>[0];

/**
 * Asks before a navigation, a closed dialog, a reload or a log-out loses typed work. An interrupted session keeps its
 * drafts and is not asked about.
 */
export const useUnsavedWork = (
  isDirty: boolean,
  { onDiscard, isShownAt = () => false }: UnsavedWorkOptions = {},
): UnsavedWork => {
  const { history, options } = useRouter();
  const [question, setQuestion] = useState<Question>();
  const isReleased = useRef(false);
  const release = useCallback(() => {
    isReleased.current = true;
  }, []);

  const losesWork = ({ currentLocation: current, nextLocation: next, action }: Navigation): boolean => {
    if (isReleased.current || (action === 'PUSH' && INTERRUPTIONS.includes(next.pathname))) {
      return false;
    }
    const isSamePage = next.pathname === current.pathname;

    return !(isSamePage && (next.search === current.search || isShownAt(options.parseSearch(next.search))));
  };

  const decide = useEffectEvent((navigation: Navigation): boolean | Promise<boolean> => {
    // Back or Forward, pressed while the question is open, takes the place of the navigation that it is about.
    setQuestion(undefined);

    return (
      losesWork(navigation) &&
      new Promise<boolean>((resolve) => {
        setQuestion({ leave: () => resolve(false), stay: () => resolve(true) });
      })
    );
  });

  const leave = (close: () => void) => {
    if (!isDirty || isReleased.current) {
      return close();
    }

    setQuestion({
      leave: () => {
        release();
        close();
      },
      stay: () => undefined,
    });
  };
  const ask = useEffectEvent(leave);

  useEffect(() => {
    if (!isDirty) {
      isReleased.current = false;
      return;
    }

    const unblock = history.block({
      blockerFn: (navigation) => decide(navigation),
      enableBeforeUnload: () => !isReleased.current,
    });
    const forget = askBeforeLeaving((close) => ask(close));
    return () => {
      unblock();
      forget();
    };
  }, [history, isDirty]);

  const guard = question && (
    <ConfirmDialog
      title="Discard your changes?"
      confirmLabel="Discard changes"
      cancelLabel="Keep editing"
      onConfirm={() => {
        setQuestion(undefined);
        onDiscard?.();
        question.leave();
      }}
      onCancel={() => {
        setQuestion(undefined);
        question.stay();
      }}
    >
      What you typed has not been saved.
    </ConfirmDialog>
  );

  return { guard, release, leave };
};
