import { useEffect, useState } from 'react';
import { lazyCode } from '../../lib/browser/lazy-code.tsx';
import { askForProofWith } from '../../lib/reads/api.ts';
import { ApiError, UNREACHABLE } from '../../lib/reads/api-error.ts';
import type { WaitingRequest } from './proof-place.tsx';
import { Toaster } from './toaster.tsx';

const ProofPlace = lazyCode(() => import('./proof-place.tsx'), 'ProofPlace');

/** What the whole page may show over itself later. */
export const LateParts = () => {
  const [waiting, setWaiting] = useState<readonly WaitingRequest[]>([]);

  useEffect(() => {
    askForProofWith(async (id) => {
      const opener = document.activeElement;
      await ProofPlace.preload().catch((cause: unknown) => {
        throw new ApiError(0, UNREACHABLE, { cause });
      });

      return new Promise((goOn, giveUp) => {
        setWaiting((others) => [...others, { id, opener, goOn, giveUp }]);
      });
    });

    return () => askForProofWith(undefined);
  }, []);

  return (
    <>
      {waiting.length > 0 && <ProofPlace waiting={waiting} onEnd={() => setWaiting([])} />}
      <Toaster />
    </>
  );
};
