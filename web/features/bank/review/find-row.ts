/** Returns the row of the selected line. */
export const findRow = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[data-bank-line][aria-current=true]');

/** Returns what Enter presses for the selected line, or its row if nothing can be booked: it gets the focus after an answer. */
export const findMain = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[data-book]:not(:disabled)') ?? findRow();
