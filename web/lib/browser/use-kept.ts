import { useState } from 'react';

/** Keeps the first value that is there, so that the act of a dialog, which changes its record, does not change the dialog. */
export const useKept = <Value>(value: Value | undefined): Value | undefined => {
  const [kept, keep] = useState(value);
  if (kept === undefined && value !== undefined) {
    keep(value);
  }

  return kept ?? value;
};
