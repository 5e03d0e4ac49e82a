import { useEffect, useState } from 'react';

/** Four times a minute, so that an age in minutes is never much behind. */
const TICK_MS = 15_000;

/** The time in ms, for what tells an age; it goes on by itself. */
export const useNow = (): number => {
  const [now, setNow] = useState(() => Date.now());

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);

  return now;
};
