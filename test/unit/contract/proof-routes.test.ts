import { expect, it } from 'vitest';
import { allRoutes } from '#shared/contract/index.ts';

const routesThat = (wanted: 'always' | 'by-content') =>
  allRoutes.flatMap(([id, { needsProof }]) => (needsProof === wanted ? [id] : [])).toSorted();

it('the acts of D48 need fresh proof, and no others', () => {
  expect(routesThat('always')).toEqual([
    'billing-runs.export',
    'books.export',
    'books.export-bank-reconciliation',
    'books.export-closed-debtors',
    'books.export-vat-report',
    'books.file-vat-report',
    'books.open-month',
    'debtors.export',
    'debtors.export-credits',
    'factors.add-passkey',
    'factors.begin-totp',
    'factors.delete-passkey',
    'factors.delete-totp',
    'factors.passkey-options',
    'factors.remove',
    'factors.renew-codes',
    'users.delete',
    'users.export',
    'users.send-reset',
    'write-offs.clients',
  ]);
  expect(routesThat('by-content')).toEqual(['users.update']);
});

it('no route that needs proof reads beside the check of its session, because a refused read would leave its audit row', () => {
  const faults = allRoutes.filter(([, { needsProof, readsBesideCheck }]) => needsProof && readsBesideCheck);

  expect(faults).toEqual([]);
});

it('an administrator exports nothing without fresh proof but the statement of one client', () => {
  const exports = allRoutes.flatMap(([id, { contentType, needsProof }]) =>
    contentType?.startsWith('text/csv') && !needsProof ? [id] : [],
  );

  expect(exports).toEqual(['debtors.export-statement']);
});
