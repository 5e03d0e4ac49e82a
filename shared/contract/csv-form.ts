import * as z from 'zod';
import { CSV_FORMS } from './limits.ts';

/** Which program a CSV file is for (D77); a call that does not say gets the one for programs. */
export const csvForm = z.object({ for: z.enum(CSV_FORMS).default('programs') });
export type CsvForm = z.infer<typeof csvForm>['for'];
