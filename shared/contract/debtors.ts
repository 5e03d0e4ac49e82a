import * as z from 'zod';
import { csvForm } from './csv-form.ts';
import {
  asAtDay,
  creditList,
  debtorFilters,
  debtorList,
  debtorOrder,
  debtorSums,
  statement,
} from './debtors/ledger-statements.ts';
import { fileAnswer, numberInAddress, ofClient, period } from './fields.ts';
import { EXPORT_ROWS_MAX, PAGE_MAX, PAGE_SIZES } from './limits.ts';
import { defineRoutes } from './route.ts';

const pageOfList = z.object({
  page: numberInAddress(z.number().int().min(1).max(PAGE_MAX)).default(1),
  limit: numberInAddress(z.literal(PAGE_SIZES)).default(PAGE_SIZES[0]),
});

export const debtors = defineRoutes('debtors', {
  list: {
    method: 'GET',
    path: '/api/admin/debtors',
    summary: 'A page of the clients who owe, or owed on a past day, by default the most overdue first',
    access: 'admin',
    uses: ['database', 'mailSettings'],
    query: debtorFilters.extend({ ...debtorOrder.shape, ...pageOfList.shape }),
    response: debtorList,
    readsBesideCheck: true,
  },
  sums: {
    method: 'GET',
    path: '/api/admin/debtors/sums',
    summary: 'What the clients of the list owe together, by age',
    access: 'admin',
    uses: ['database'],
    query: debtorFilters,
    readsBesideCheck: true,
    response: debtorSums,
  },
  export: {
    method: 'GET',
    path: '/api/admin/debtors.csv',
    summary: `The clients who owe as CSV, at most ${EXPORT_ROWS_MAX}`,
    access: 'admin',
    needsProof: 'always',
    uses: ['database', 'transactions', 'mailSettings'],
    query: debtorFilters.extend({ ...debtorOrder.shape, ...csvForm.shape }),
    response: fileAnswer,
    refuses: ['conflict'],
    contentType: 'text/csv; charset=utf-8',
  },
  credits: {
    method: 'GET',
    path: '/api/admin/credits',
    summary: 'A page of the clients who have credit, or had it on a past day, the most first',
    access: 'admin',
    uses: ['database'],
    query: asAtDay.extend(pageOfList.shape),
    response: creditList,
    readsBesideCheck: true,
  },
  'export-credits': {
    method: 'GET',
    path: '/api/admin/credits.csv',
    summary: `The clients who have credit as CSV, at most ${EXPORT_ROWS_MAX}`,
    access: 'admin',
    needsProof: 'always',
    uses: ['database', 'transactions'],
    query: asAtDay.extend(csvForm.shape),
    response: fileAnswer,
    refuses: ['conflict'],
    contentType: 'text/csv; charset=utf-8',
  },
  statement: {
    method: 'GET',
    path: '/api/users/{userId}/statement',
    summary: "A client's statement of a period. An admin may read any client's, a client only their own.",
    access: 'signed-in',
    uses: ['database'],
    readsBesideCheck: true,
    params: ofClient,
    query: period,
    response: statement,
    refuses: ['unprocessable'],
  },
  'export-statement': {
    method: 'GET',
    path: '/api/users/{userId}/statement.csv',
    summary: "A client's statement of a period as CSV",
    access: 'signed-in',
    uses: ['database'],
    readsBesideCheck: true,
    params: ofClient,
    query: period.safeExtend(csvForm.shape),
    response: fileAnswer,
    refuses: ['unprocessable'],
    contentType: 'text/csv; charset=utf-8',
  },
});
