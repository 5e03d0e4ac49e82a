/** The frames of the dialogs about an invoice until their code and its lines are there. */
export const CREDIT_NOTE_FRAME = {
  title: 'Credit note',
  height: { base: '41rem', md: '38.25rem' },
} as const;

export const VOID_FRAME = {
  title: 'Void invoice',
  height: { base: '25.5rem', md: '20rem' },
} as const;

export const WRITE_OFF_FRAME = {
  title: 'Write off',
  height: { base: '41rem', md: '36.25rem' },
} as const;

export const TAKE_BACK_FRAME = {
  title: 'Take back write-off',
  height: { base: '23.125rem', md: '20.125rem' },
} as const;
