import { useEffect, useSyncExternalStore } from 'react';

let isPrinting = false;

const subscribe = (listener: () => void) => {
  const set = (now: boolean) => () => {
    isPrinting = now;
    listener();
  };
  const begin = set(true);
  const end = set(false);
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);

  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
  };
};

/** True while the page is printed: paper is narrower than most windows, so a width cannot tell it. */
export const useIsPrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPrinting,
    () => false,
  );

/** Names the page while it is printed: a browser offers the title as the name of a PDF. */
export const usePrintedTitle = (title: string | undefined): void => {
  useEffect(() => {
    if (!title) {
      return;
    }

    let before = document.title;
    const begin = () => {
      before = document.title;
      document.title = title;
    };
    const end = () => {
      document.title = before;
    };
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);

    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, [title]);
};
