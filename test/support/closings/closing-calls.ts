import type { TestPortal } from '#test/support/portal/portal.ts';

/** The routes of closings, as an administrator calls them. */
export const closingCalls = ({ call }: Pick<TestPortal, 'call'>, { cookie }: { cookie: string }) => ({
  list: () => call('GET', '/api/admin/closings', { cookie }),
  listOpenPoints: (month: string) =>
    call('GET', `/api/admin/closings/open-points?month=${month}`, { cookie }),
  close: (month: string, headers: Record<string, string> = {}) =>
    call('POST', '/api/admin/closings', { cookie, headers, body: { month } }),
  open: (month: string, body: object = { reason: 'An invoice was forgotten' }) =>
    call('POST', `/api/admin/closings/${month}/opening`, { cookie, body }),
});
