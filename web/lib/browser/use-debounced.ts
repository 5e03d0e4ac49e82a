import { useEffect, useState } from 'react';

/** Returns the last value that did not change for `delayMs`; `first` until then. */
export const useDebounced = <Value>(value: Value, delayMs: number, first = value): Value => {
  const [settled, setSettled] = useState(first);

  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);

  return settled;
};
