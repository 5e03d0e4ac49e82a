import { AppError, LINK_GONE } from '#shared/errors.ts';

/** Returns what a store found for a link, or refuses it: nobody learns whether it was used, expired or never made. */
export const requireLink = <Found>(found: Found | undefined): Found => {
  if (found === undefined) {
    throw new AppError('gone', LINK_GONE);
  }

  return found;
};
