import { lazyDialog } from '../dialog/lazy-dialog.tsx';

/** The dialogs that both portals have. */

export const KeySheet = lazyDialog(() => import('./key-sheet.tsx'), 'KeySheet', {
  title: 'Keyboard shortcuts',
  height: '20rem',
});

/** The frame of the palette, before its code has loaded. */
export const PALETTE_FRAME = { title: 'Search and act', size: 'search', height: '29rem' } as const;
