import { type RefObject, useEffect } from 'react';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="dialog"] *'));

/** Focuses the search box on `/` and Ctrl-K (Cmd-K on a Mac), except while someone types elsewhere. */
export const useSearchShortcut = (input: RefObject<HTMLInputElement | null>): void => {
  useEffect(() => {
    const focusSearch = (event: KeyboardEvent) => {
      const isShortcut = event.key === '/' || (event.key === 'k' && (event.ctrlKey || event.metaKey));
      if (!isShortcut || isTyping(event.target)) {
        return;
      }

      event.preventDefault();
      input.current?.focus();
    };

    document.addEventListener('keydown', focusSearch);
    return () => document.removeEventListener('keydown', focusSearch);
  }, [input]);
};
