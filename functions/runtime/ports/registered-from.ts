import * as z from 'zod';

/** The setting `VAT_REGISTERED_FROM`. */
export const registeredFrom = z.union([z.literal('').transform(() => undefined), z.iso.date()]).optional();
