import * as z from 'zod';
import { date, id, numberInAddress } from './fields.ts';
import { DEBTOR_SORTS, PAGE_MAX, PAGE_SIZES } from './limits.ts';
import { defineRoutes } from './route.ts';
import { ageing } from './statements.ts';

export const debtor = z.object({
  userId: id,
  name: z.string(),
  OWNumber: z.string(),
  due: z.number(),
  ageing,
  credit: z.number(),
  oldestDueDate: date,
  lastPaymentDate: date.nullable(),
});
export type Debtor = z.infer<typeof debtor>;

export const debtorList = z.object({
  debtors: z.array(debtor),
  total: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
});
export type DebtorList = z.infer<typeof debtorList>;

export const debtorSums = ageing.extend({ total: z.number() });
export type DebtorSums = z.infer<typeof debtorSums>;

export const debtors = defineRoutes('debtors', {
  list: {
    method: 'GET',
    path: '/api/admin/debtors',
    summary: 'A page of the clients who owe, by the age or the amount of what they owe',
    access: 'admin',
    uses: ['database'],
    query: z.object({
      page: numberInAddress(z.number().int().min(1).max(PAGE_MAX)).default(1),
      limit: numberInAddress(z.literal(PAGE_SIZES)).default(PAGE_SIZES[0]),
      sort: z.enum(DEBTOR_SORTS).default('age'),
    }),
    response: debtorList,
  },
  sums: {
    method: 'GET',
    path: '/api/admin/debtors/sums',
    summary: 'What all clients owe, by age',
    access: 'admin',
    uses: ['database'],
    readsOnly: true,
    response: debtorSums,
  },
});
