/** Whether the page's first sight was there before any script: the build rendered it, or is just doing so. */
export const isRenderedAhead = (): boolean =>
  typeof document === 'undefined' || document.getElementById('root')?.dataset.page !== undefined;
