/** The frames of the dialogs about an opening balance until it was read. */
export const OPENING_WRITE_OFF_FRAME = {
  title: 'Write off opening balance',
  height: { base: '41rem', md: '36.25rem' },
} as const;

export const OPENING_TAKE_BACK_FRAME = {
  title: 'Take back write-off',
  height: { base: '21.5rem', md: '20.125rem' },
} as const;
