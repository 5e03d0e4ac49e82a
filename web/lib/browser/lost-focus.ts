const hasActed = (): boolean => navigator.userActivation?.hasBeenActive !== false;

/**
 * Gives the focus to an element if the pressed control has lost it, because it is gone: as the `ref` of the heading or
 * main button of what comes in its place. A page that has just been opened keeps its focus at its start.
 */
export const takeLostFocus = (element: HTMLElement | null): void => {
  const focused = document.activeElement;
  if ((focused === null || focused === document.body) && hasActed()) {
    element?.focus();
  }
};
