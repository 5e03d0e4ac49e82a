/** How much of a phone the sheet with the selected line covers; the list is seen above it. */
export const SHEET_HEIGHT = 'min(26rem, max(50dvh, 15rem))';

/** At least a few lines and what the selected one pays; otherwise what the column around leaves. */
const PANES_HEIGHT_MIN = '24rem';

/** The lines beside the pane of the selected one; on a phone the pane lies over their lower part. */
export const PANES_GRID = {
  gap: { base: '2', lg: '3' },
  templateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 6fr)' },
  templateRows: { lg: 'minmax(0, 1fr)' },
  flex: { lg: '1 1 0px' },
  minH: { lg: PANES_HEIGHT_MIN },
} as const;
