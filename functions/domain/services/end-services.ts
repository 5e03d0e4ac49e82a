import type { ServiceStore } from '#functions/ports/database/services/service-store.ts';

const PORTION = 500;

/** Makes services inactive on the day after their last one (D67); returns their number. */
export const endServices = async (services: Pick<ServiceStore, 'endPassed'>, now: Date): Promise<number> => {
  for (let ended = 0; ; ) {
    const portion = await services.endPassed(PORTION, now);
    ended += portion;
    if (portion < PORTION) {
      return ended;
    }
  }
};
