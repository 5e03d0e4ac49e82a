import * as z from 'zod';
import { registerBody } from '#shared/contract/auth.ts';

/** The contract's registration and the confirmation, which never leaves the browser. */
export const registration = registerBody
  .extend({ confirmPassword: z.string() })
  .refine(({ User_Pass_Bkp, confirmPassword }) => User_Pass_Bkp === confirmPassword, {
    path: ['confirmPassword'],
    error: "Passwords don't match",
    // Compare even while other fields are still wrong, so that this message does not appear later than theirs.
    when: () => true,
  });
