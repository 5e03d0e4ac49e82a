/** Moves the focus to the heading of a run, where the control that had it goes. */
export const focusRunHeading = (): void =>
  document.querySelector<HTMLElement>('[data-run-heading]')?.focus({ preventScroll: true });
