import { ProofPlace } from './proof-place.tsx';
import { Toaster } from './toaster.tsx';

/** What the whole page may show over itself later. */
export const LateParts = () => (
  <>
    <ProofPlace />
    <Toaster />
  </>
);
