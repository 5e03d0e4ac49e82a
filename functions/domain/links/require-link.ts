import { AppError, LINK_GONE } from '#shared/errors.ts';

/** Returns what a store found for a link. Used, expired and unknown links get the same refusal. */
export const requireLink = <Found>(found: Found | undefined): Found => {
  if (found === undefined) {
    throw new AppError('gone', LINK_GONE);
  }

  return found;
};
