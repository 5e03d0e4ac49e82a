import { PASSWORD_LENGTH_MIN } from '#shared/contract/limits.ts';

/** Stands below the field of a new password. */
export const PASSWORD_HINT = `At least ${PASSWORD_LENGTH_MIN} characters, and not one that is easy to guess`;
