import { useRouter, useRouterState } from '@tanstack/react-router';
import { type MouseEvent, useCallback, useDeferredValue } from 'react';

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** A press on these does their own work. */
const CONTROLS = 'a, button, input, select, textarea, label';

/** Finds the link that a press means: the pressed one, or the first one of a row that opens as a whole. */
const findLink = (pressed: Element): HTMLAnchorElement | null =>
  pressed.closest(CONTROLS)
    ? pressed.closest<HTMLAnchorElement>('a[href]')
    : (pressed.closest('[data-opens]')?.querySelector<HTMLAnchorElement>('a[href]') ?? null);

/** True after somebody marked a text with the mouse; that is no press on its row. */
const isMarkingText = () => getSelection()?.isCollapsed === false;

/**
 * The links of a long list. A router's Link in each row would compute its address again at each navigation. These links
 * use the list's address, which an open dialog does not change, and share one click handler. A row marked `data-opens`
 * opens its first link wherever it is pressed. `dialogs` are the search parameters that say which dialog is open over
 * the list.
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
    (name: string, value: string | number) =>
      `${listAddress}${listAddress.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`,
    [listAddress],
  );
  const follow = useCallback(
    (event: MouseEvent) => {
      const { target } = event;
      const link = target instanceof Element ? findLink(target) : null;
      const href = link?.getAttribute('href');
      const isOnLink = target instanceof Node && link?.contains(target);
      if (!href || event.defaultPrevented || (!isOnLink && isMarkingText())) {
        return;
      }
      if (!isPlainClick(event)) {
        // The browser itself handles such a click on a link.
        if (!isOnLink && event.button === 0) {
          window.open(href, '_blank', 'noopener');
        }
        return;
      }

      event.preventDefault();
      void router.navigate({ href });
    },
    [router],
  );

  return { addressOf, follow };
};
