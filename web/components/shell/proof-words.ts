import type { RouteId } from '#shared/contract/index.ts';

/** What each act is that asks for fresh proof (D48). */
const ACTS: Partial<Record<RouteId, string>> = {
  'billing-runs.export': 'export the lines of a billing run',
  'books.export': 'export the ledger',
  'books.export-bank-reconciliation': 'export a bank reconciliation',
  'books.export-closed-debtors': 'export the debtors of a closed month',
  'books.export-vat-report': 'export the documents of a VAT report',
  'books.file-vat-report': 'file a VAT report, which then never changes',
  'books.open-month': 'open a closed month again',
  'debtors.export': 'export all clients who owe',
  'debtors.export-credits': 'export all clients who have credit',
  'factors.add-passkey': 'add a passkey to your account',
  'factors.begin-totp': 'set up an authenticator app',
  'factors.delete-passkey': 'delete a passkey of your account',
  'factors.delete-totp': 'remove your authenticator app',
  'factors.passkey-options': 'change the passkeys of your account',
  'factors.remove': 'remove all second factors of another account',
  'factors.renew-codes': 'replace your recovery codes',
  'users.delete': 'delete an account',
  'users.export': 'export all clients of the list',
  'users.send-reset': 'send somebody a link for a new password',
  'users.update': "change somebody's role, access or password",
  'write-offs.clients': 'write off what the chosen clients owe',
};

/** Says what is about to happen. */
export const wordActs = (ids: readonly RouteId[]): string | undefined => {
  const acts = [...new Set(ids.flatMap((id) => ACTS[id] ?? []))];

  return acts.length > 0 ? `You are about to ${acts.join(', and to ')}.` : undefined;
};
