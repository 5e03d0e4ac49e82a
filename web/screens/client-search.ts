import { oneOf, readSearch } from '../lib/search-params.ts';

export const clientSearch = readSearch({ section: oneOf(['services', 'invoices', 'profile']) });
export type ClientSection = NonNullable<ReturnType<typeof clientSearch>['section']> | 'dashboard';
