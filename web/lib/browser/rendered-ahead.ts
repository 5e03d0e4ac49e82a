/** True if the page's first screen exists without scripts: the build rendered it, or is rendering it now. */
export const isRenderedAhead = (): boolean =>
  typeof document === 'undefined' || document.getElementById('root')?.dataset.page !== undefined;
