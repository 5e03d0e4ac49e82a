/** Locks that hold at the moment: an open dialog has one, and so has a question over it. */
let locks = 0;

const holdScroll = (): void => {
  const { style, clientWidth } = document.documentElement;
  const scrollbarWidth = window.innerWidth - clientWidth;
  style.overflow = 'hidden';
  if (scrollbarWidth > 0) {
    document.body.style.paddingInlineEnd = `${scrollbarWidth}px`;
  }
};

const releaseScroll = (): void => {
  document.documentElement.style.removeProperty('overflow');
  document.body.style.removeProperty('padding-inline-end');
};

/**
 * Hides everything outside a dialog from screen readers, except live regions such as the toasts, and except what comes
 * after it: a dialog over it that opened in the same frame.
 */
const hideOthers = (dialog: Element): (() => void) => {
  const others = [...document.body.children].filter(
    (element) =>
      !element.contains(dialog) &&
      (element.compareDocumentPosition(dialog) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
      !element.matches('[aria-hidden=true], [aria-live], script, style'),
  );
  for (const element of others) {
    element.setAttribute('aria-hidden', 'true');
  }

  return () => {
    for (const element of others) {
      element.removeAttribute('aria-hidden');
    }
  };
};

/**
 * Keeps the page behind an open dialog still and silent, until the returned function is called. It changes no property
 * that the page's elements inherit: `inert`, a modal `<dialog>` and `pointer-events` would style all of them again.
 */
export const lockPage = (dialog: Element): (() => void) => {
  locks += 1;
  if (locks === 1) {
    holdScroll();
  }
  let showOthers = () => {};
  // By then, the dialog has the focus; an element with the focus must not be hidden.
  const frame = requestAnimationFrame(() => {
    showOthers = hideOthers(dialog);
  });

  return () => {
    cancelAnimationFrame(frame);
    showOthers();
    locks -= 1;
    if (locks === 0) {
      releaseScroll();
    }
  };
};
