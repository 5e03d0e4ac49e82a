import * as z from 'zod';

/** Only a path of this portal: an address that leads elsewhere, such as `//evil.example`, is dropped. */
const ownPath = z.string().regex(/^\/(?![/\\])/);

export const authSearch = z.object({
  tab: z.enum(['sign-in', 'register']).optional().catch(undefined),
  /** Where to go after signing in. */
  returnTo: ownPath.optional().catch(undefined),
  /** The visitor was signed in until a moment ago. */
  ended: z.boolean().optional().catch(undefined),
});
