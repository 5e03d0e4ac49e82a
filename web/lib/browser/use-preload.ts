import { useEffect } from 'react';

interface Part {
  /** Gets the value of the parameter, if a link has one. */
  preload: (value?: string) => Promise<void>;
}

/** Only Chromium has this interface, which TypeScript therefore leaves out. */
interface Connection {
  saveData: boolean;
  effectiveType: string;
}

/** The pause before the first preload, in ms: the first screen comes before everything else. */
const FIRST_SCREEN_MS = 3000;

const isFreeToLoad = (): boolean => {
  const { connection } = navigator as Navigator & { connection?: Connection };

  return !connection || (!connection.saveData && connection.effectiveType === '4g');
};

/** Loads the parts one after the other, each when the browser is idle. Safari has no requestIdleCallback. */
const preloadWhenIdle = async (parts: readonly Part[], isGone: () => boolean) => {
  for (const part of parts) {
    await new Promise<unknown>((idle) =>
      'requestIdleCallback' in window ? requestIdleCallback(idle) : setTimeout(idle, 200),
    );
    if (isGone()) {
      return;
    }
    // A failure is reported where the part is shown.
    await part.preload().catch(() => undefined);
  }
};

/**
 * Loads the code of dialogs before they open: each as soon as the pointer or the focus is on a link with its
 * parameter (`edit` or `section=support`), and all of them when the browser is idle, unless the network is slow or the person saves data.
 */
export const usePreload = (partOfParameter: Readonly<Record<string, Part>>): void => {
  useEffect(() => {
    let isGone = false;
    const timer = setTimeout(() => {
      if (isFreeToLoad()) {
        void preloadWhenIdle(Object.values(partOfParameter), () => isGone);
      }
    }, FIRST_SCREEN_MS);

    const approach = ({ target }: Event) => {
      const link = target instanceof Element && target.closest('a');
      for (const [name, value] of link ? new URLSearchParams(link.search) : []) {
        void (partOfParameter[`${name}=${value}`] ?? partOfParameter[name])?.preload(value);
      }
    };
    document.addEventListener('pointerover', approach);
    document.addEventListener('focusin', approach);

    return () => {
      isGone = true;
      clearTimeout(timer);
      document.removeEventListener('pointerover', approach);
      document.removeEventListener('focusin', approach);
    };
  }, [partOfParameter]);
};
