import { PAGE_SIZES } from '#shared/contract/limits.ts';
import { makeLastChoice } from '../session/last-choice.ts';

/** The number of users a page that was chosen last, for the links to the list. */
export const { remember: rememberPageSize, useLast: useLastPageSize } = makeLastChoice(
  'users-per-page',
  PAGE_SIZES,
);
