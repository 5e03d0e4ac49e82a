/** A script of a page that adds up its layout shifts in the variable `shifts`. */
export const WATCH_SHIFTS = `
  globalThis.shifts = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (shifts += value)))
    .observe({ type: 'layout-shift', buffered: true });
`;
