import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allRoutes } from '#shared/contract/index.ts';
import { callBudgetOf, countCalls, helpdeskBudgetOf } from '#test/support/contract/call-budget.ts';
import { openPortal } from '#test/support/portal/open-portal.ts';
import type { Report } from './report.ts';

/** Counts the calls of the Data API and of the helpdesk in one successful request of each route. */
export const measureCalls = async (): Promise<Report> => {
  const portal = await openPortal(mkdtempSync(join(tmpdir(), 'ow-connect-bench-')));

  try {
    const measured = [];
    for (const [routeId] of allRoutes) {
      measured.push({
        routeId,
        ...(await countCalls(portal, routeId)),
        budget: callBudgetOf(routeId),
        helpdeskBudget: helpdeskBudgetOf(routeId),
      });
    }

    return {
      tables: [
        {
          title: 'Data API calls of one request, including its session check, and helpdesk calls',
          columns: [
            'route',
            'status',
            'calls',
            'at most',
            'begin',
            'execute',
            'commit',
            'helpdesk',
            'at most',
          ],
          rows: measured.map(
            ({ routeId, status, calls, budget, byOperation, helpdeskCalls, helpdeskBudget }) => [
              routeId,
              status,
              calls,
              budget,
              byOperation.BeginTransaction ?? 0,
              byOperation.ExecuteStatement ?? 0,
              byOperation.CommitTransaction ?? 0,
              helpdeskCalls.length,
              helpdeskBudget,
            ],
          ),
        },
      ],
      bounds: measured.flatMap(({ routeId, calls, budget, helpdeskCalls, helpdeskBudget }) => [
        {
          what: `${routeId} makes`,
          measured: calls,
          limit: budget,
          unit: 'calls',
          among: 'Data API calls of a request',
        },
        {
          what: `${routeId} makes`,
          measured: helpdeskCalls.length,
          limit: helpdeskBudget,
          unit: 'calls of the helpdesk',
          among: 'Helpdesk calls of a request',
        },
      ]),
    };
  } finally {
    await portal.stop();
  }
};
