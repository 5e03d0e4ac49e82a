import { useRouter, useRouterState } from '@tanstack/react-router';
import { type MouseEvent, useCallback, useDeferredValue } from 'react';

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/**
 * The links of a long list. A router's Link in each row would compute its address again at each navigation. These links
 * use the list's address, which an open dialog does not change, and share one click handler. `dialogs` are the search
 * parameters that say which dialog is open over the list.
 */
export const useListLinks = (dialogs: readonly string[]) => {
  const router = useRouter();
  const address = useRouterState({
    select: ({ location }) => {
      const kept = Object.entries(location.search).filter(([name]) => !dialogs.includes(name));

      return `${location.pathname}${router.options.stringifySearch(Object.fromEntries(kept))}`;
    },
  });
  const listAddress = useDeferredValue(address);

  const addressOf = useCallback(
    (name: string, id: number) => `${listAddress}${listAddress.includes('?') ? '&' : '?'}${name}=${id}`,
    [listAddress],
  );
  const follow = useCallback(
    (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      const href = link?.getAttribute('href');
      if (!href || event.defaultPrevented || !isPlainClick(event)) {
        return;
      }

      event.preventDefault();
      void router.navigate({ href });
    },
    [router],
  );

  return { addressOf, follow };
};
