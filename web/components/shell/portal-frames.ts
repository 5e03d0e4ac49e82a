/** The frames of the dialogs that both portals have, before their code has loaded. */

export const KEY_SHEET_FRAME = { title: 'Keyboard shortcuts', size: 'wide' } as const;

export const PALETTE_FRAME = { title: 'Search and act', size: 'search' } as const;
