/** The frame of the mass write-off until its code is there. */
export const WRITE_OFFS_FRAME = {
  title: 'Write off',
} as const;
