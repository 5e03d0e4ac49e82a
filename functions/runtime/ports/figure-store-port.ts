import { makeFigureStore } from '#functions/adapters/database/figures/sql-figure-store.ts';

export const figureStore = { figures: makeFigureStore };
