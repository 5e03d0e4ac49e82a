import { useEffect, useLayoutEffect, useState } from 'react';
import { usePaletteShortcut } from './palette-key.ts';
import { usePortalActs } from './portal-acts.ts';
import { useSingleKey } from './single-keys.ts';
import { keepTyping } from './typed-ahead.ts';

/** Long after the first screen is shown, in ms, for a browser that cannot say when it is idle. */
const IDLE_MS = 3000;

const whenIdle = (work: () => void) => {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, IDLE_MS);

    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: IDLE_MS * 2 });

  return () => cancelIdleCallback(handle);
};

/** Holds whether the palette or the key sheet is open over the panel, and opens them by their keys. */
export const usePortalOverlay = (preload: () => Promise<void>) => {
  const [shown, setShown] = useState<'palette' | 'keys'>();
  const acts = usePortalActs({
    palette: () => setShown('palette'),
    keys: () => setShown('keys'),
  });

  usePaletteShortcut(() => setShown('palette'));
  useSingleKey('/', () => acts.search.run?.());
  // Also over a record, which has keys of its own.
  useSingleKey('?', () => setShown('keys'), { actsInDialogs: true });
  useLayoutEffect(() => (shown === 'palette' ? keepTyping() : undefined), [shown]);
  useEffect(() => whenIdle(() => void preload().catch(() => undefined)), [preload]);

  /** Closes one of the two, and leaves the other open if it has taken its place meanwhile. */
  const close = (overlay: 'palette' | 'keys') =>
    setShown((current) => (current === overlay ? undefined : current));

  return { shown, acts, close };
};
