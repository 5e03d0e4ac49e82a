import * as z from 'zod';
import { customerResult } from '../customers.ts';
import { amount, textOrNull } from '../fields.ts';

/** A client who may have paid an amount. */
export const payer = customerResult.extend({
  /** All that the client owes. */
  due: amount,
  /** True if that is exactly the amount. */
  isAllDue: z.boolean(),
  /** An open invoice of which exactly the amount is due. */
  invoiceNumber: textOrNull,
});
export type Payer = z.infer<typeof payer>;
