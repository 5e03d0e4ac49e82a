import { makePaletteStore } from '#functions/adapters/database/palette/sql-palette-store.ts';

export const paletteStore = { palette: makePaletteStore };
