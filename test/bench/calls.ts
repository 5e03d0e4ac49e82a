import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allRoutes } from '#shared/contract/index.ts';
import { callBudgetOf, countCalls } from '#test/support/call-budget.ts';
import { openPortal } from '#test/support/open-portal.ts';
import type { Report } from './report.ts';

/** How often each route calls the Data API for one request that succeeds. */
export const measureCalls = async (): Promise<Report> => {
  const portal = await openPortal(mkdtempSync(join(tmpdir(), 'ow-connect-bench-')));

  try {
    const measured = [];
    for (const [routeId] of allRoutes) {
      const { status, calls, byOperation } = await countCalls(portal, routeId);
      measured.push({ routeId, status, calls, byOperation, budget: callBudgetOf(routeId) });
    }

    return {
      tables: [
        {
          title: 'Calls of the Data API for one request, with the check of its session',
          columns: ['route', 'status', 'calls', 'at most', 'of them begin', 'execute', 'commit'],
          rows: measured.map(({ routeId, status, calls, budget, byOperation }) => [
            routeId,
            status,
            calls,
            budget,
            byOperation.BeginTransaction ?? 0,
            byOperation.ExecuteStatement ?? 0,
            byOperation.CommitTransaction ?? 0,
          ]),
        },
      ],
      bounds: measured.map(({ routeId, calls, budget }) => ({
        what: `${routeId} makes`,
        measured: calls,
        limit: budget,
        unit: 'calls',
      })),
    };
  } finally {
    await portal.stop();
  }
};
