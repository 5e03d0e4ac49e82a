import * as z from 'zod';

export const clientSearch = z.object({
  section: z.enum(['services', 'invoices', 'profile']).optional().catch(undefined),
});
export type ClientSection = NonNullable<z.infer<typeof clientSearch>['section']> | 'dashboard';
