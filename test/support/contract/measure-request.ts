import { findRoute, type RouteId } from '#shared/contract/index.ts';
import type { Answer } from '#test/support/portal/call-from.ts';
import type { Caller } from './callers.ts';
import { countLevels } from './count-levels.ts';
import type { PlantedRequest, RoutePass } from './route-pass.ts';
import { SMUGGLED, withSmuggled } from './smuggled-fields.ts';

interface Asked {
  caller: Caller;
  request: PlantedRequest;
  owner: { userId: number };
}

type Accounts = Awaited<ReturnType<RoutePass['state']['readAccounts']>>;

/** Lists the columns of the owner's account that differ, and the other accounts that do. */
const findChanges = (before: Accounts, after: Accounts, ownerId: number): string[] =>
  [...before].flatMap(([userId, { digest, columns }]) => {
    const now = after.get(userId);
    if (userId !== ownerId) {
      return now?.digest === digest ? [] : ['another account'];
    }

    return Object.keys(columns).filter((name) => now && now.columns[name] !== columns[name]);
  });

/** Sends a route's request as the portal's page would, with every field that the contract does not name; a read as it is. */
const sendWhole = ({ portal }: RoutePass, routeId: RouteId, { caller, request }: Asked): Promise<Answer> => {
  const route = findRoute(routeId);
  const { method, path } = request;

  return portal.call(method, path, {
    ...(caller.cookie && { cookie: caller.cookie }),
    ...(route.keeps && { headers: { 'idempotency-key': crypto.randomUUID() } }),
    ...(method !== 'GET' && { body: withSmuggled(route, request.body) }),
  });
};

/** Sends the request, and counts its calls, how many of them follow one another, and what it writes. */
export const measureRequest = async (pass: RoutePass, routeId: RouteId, asked: Asked) => {
  const { portal, state } = pass;
  const { userId } = asked.owner;
  const isWrite = findRoute(routeId).method !== 'GET';
  const before = isWrite ? await state.readAccounts(userId) : undefined;
  const helpdeskBefore = portal.freshdesk.listCalls().length;
  portal.dataApi.calls.reset();
  const { result: answer, ...counted } = await countLevels(portal, () => sendWhole(pass, routeId, asked));
  const measured = {
    answer,
    ...counted,
    calls: portal.dataApi.calls.total,
    audited: await pass.audit.readNew(),
    helpdeskCalls: portal.freshdesk.listCalls().slice(helpdeskBefore),
  };
  if (!before) {
    return { ...measured, changes: [], added: [], smuggled: [] };
  }

  const after = await state.readAccounts(userId);

  return {
    ...measured,
    changes: findChanges(before, after, userId),
    added: [...after].flatMap(([id, account]) => (before.has(id) ? [] : [account])),
    smuggled: await state.findPlaces(SMUGGLED),
  };
};
