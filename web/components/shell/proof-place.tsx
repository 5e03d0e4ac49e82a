import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { RouteId } from '#shared/contract/index.ts';
import { SIGN_IN_PLEASE } from '#shared/errors.ts';
import { toast } from '../../lib/browser/toast.ts';
import { ApiError } from '../../lib/reads/api-error.ts';
import { sessionQuery } from '../../lib/session/session.ts';
import { ProofDialog } from './proof-dialog.tsx';

const NOTHING_CHANGED = 'Nothing was changed.';

/** A request that was refused without fresh proof. */
export interface WaitingRequest {
  id: RouteId;
  /** What had the focus. */
  opener: Element | null;
  goOn: () => void;
  giveUp: (error: Error) => void;
}

/**
 * Finds the dialog or page of the button that is busy. It has lost the focus, and takes it back from there when its
 * request is answered.
 */
const findPlaceOfBusy = (): HTMLElement =>
  document.querySelector('button[aria-busy=true]')?.closest<HTMLElement>('[data-scope=dialog]') ??
  document.body;

interface ProofPlaceProps {
  /** At least one. */
  waiting: readonly WaitingRequest[];
  onEnd: () => void;
}

/** Asks for fresh proof once for all requests that were refused without it, over whatever is open (D48). */
export const ProofPlace = ({ waiting, onEnd }: ProofPlaceProps) => {
  const isSignedIn = Boolean(useQuery({ ...sessionQuery, enabled: false }).data);

  const end = (settle: (one: WaitingRequest) => void) => {
    onEnd();
    for (const one of waiting) {
      settle(one);
    }
  };
  const decline = () => {
    end(({ giveUp }) => giveUp(new ApiError(403, NOTHING_CHANGED, { code: 'declined', hasSentence: true })));
    toast({ title: NOTHING_CHANGED });
  };

  const followBack = useEffectEvent(decline);
  useEffect(() => {
    // Who steps back has left the act.
    const listener = () => followBack();
    addEventListener('popstate', listener);

    return () => removeEventListener('popstate', listener);
  }, []);

  const leave = useEffectEvent(() => end(({ giveUp }) => giveUp(new ApiError(401, SIGN_IN_PLEASE))));
  useEffect(() => {
    // A session that has ended takes no proof.
    if (!isSignedIn) {
      leave();
    }
  }, [isSignedIn]);

  return (
    <ProofDialog
      ids={waiting.map(({ id }) => id)}
      finalFocus={() => (waiting[0]?.opener === document.body ? findPlaceOfBusy() : null)}
      onClose={decline}
      onProven={() => end(({ goOn }) => goOn())}
    />
  );
};
