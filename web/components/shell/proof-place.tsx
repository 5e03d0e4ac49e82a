import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { RouteId } from '#shared/contract/index.ts';
import { SIGN_IN_PLEASE } from '#shared/errors.ts';
import { toast } from '../../lib/browser/toast.ts';
import { askForProofWith } from '../../lib/reads/api.ts';
import { ApiError, makeDeclined } from '../../lib/reads/api-error.ts';
import { sessionQuery } from '../../lib/session/session.ts';
import { lazyDialog } from '../dialog/lazy-dialog.tsx';

const ProofDialog = lazyDialog(() => import('./proof-dialog.tsx'), 'ProofDialog', {
  title: 'Confirm that it is you',
});

/** A request that was refused without fresh proof. */
interface Waiting {
  id: RouteId;
  goOn: () => void;
  giveUp: (error: Error) => void;
}

/** Asks for fresh proof once for all requests that were refused without it, over whatever is open (D48). */
export const ProofPlace = () => {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const [opener, setOpener] = useState<Element | null>(null);
  const userId = useQuery({ ...sessionQuery, enabled: false }).data?.User_Id;

  useEffect(() => {
    askForProofWith(
      (id) =>
        new Promise((goOn, giveUp) => {
          setOpener(document.activeElement);
          setWaiting((others) => [...others, { id, goOn, giveUp }]);
        }),
    );

    return () => askForProofWith(undefined);
  }, []);

  const end = (settle: (one: Waiting) => void) => {
    setWaiting([]);
    for (const one of waiting) {
      settle(one);
    }
  };
  const decline = () => {
    end(({ giveUp }) => giveUp(makeDeclined()));
    toast({ title: makeDeclined().message });
  };

  // Who steps back has left the act.
  const followBack = useEffectEvent(() => {
    if (waiting.length > 0) {
      decline();
    }
  });
  useEffect(() => {
    const listener = () => followBack();
    addEventListener('popstate', listener);

    return () => removeEventListener('popstate', listener);
  }, []);

  // A session that has ended takes no proof.
  const leave = useEffectEvent(() => end(({ giveUp }) => giveUp(new ApiError(401, SIGN_IN_PLEASE))));
  useEffect(() => {
    if (userId === undefined) {
      leave();
    }
  }, [userId]);

  return (
    waiting.length > 0 && (
      <ProofDialog
        ids={waiting.map(({ id }) => id)}
        // A button that is busy has lost the focus, and takes it back when its request is answered.
        finalFocus={() => (opener === document.body ? opener : null)}
        onClose={decline}
        onProven={() => end(({ goOn }) => goOn())}
      />
    )
  );
};
