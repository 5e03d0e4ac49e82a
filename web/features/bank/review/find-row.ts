/** Returns the row of the selected line, which gets the focus after a dialog. */
export const findRow = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[data-bank-line][aria-current=true]');
