import { useEffect, useState } from 'react';

/** Four times a minute, so that an age in minutes is never far off. */
const TICK_MS = 15_000;

/** Returns the current time in ms, for components that show an age. It updates by itself. */
export const useNow = (): number => {
  const [now, setNow] = useState(() => Date.now());

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);

  return now;
};
