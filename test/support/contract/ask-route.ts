import { throttleCounters } from '#functions/database/schema/system-tables.ts';
import { findRoute, type RouteId } from '#shared/contract/index.ts';
import type { Route } from '#shared/contract/route.ts';
import { refreshCopy } from '#test/support/helpdesk/conversations.ts';
import { NO_LIMITS } from '#test/support/helpdesk/tickets.ts';
import type { Answer } from '#test/support/portal/call-from.ts';
import { helpdeskBudgetOf } from './call-budget.ts';
import { addPlantedAccount, addPlantedCaller, addStrangers, type Caller } from './callers.ts';
import { listIntrusions, sendWrongFields } from './intrusions.ts';
import { measureRequest } from './measure-request.ts';
import { type PlantedRequest, type RoutePass, sampledRoutes, send } from './route-pass.ts';
import { makeRequest, routeRequests } from './route-requests.ts';

/** An id that no sequence reaches and no Postgres integer holds. */
const MISSING_ID = Number.MAX_SAFE_INTEGER;

type Target = 'own' | "someone else's" | 'missing';

interface Cell {
  name: string;
  caller: Caller;
  target: Target;
  request: PlantedRequest;
  expected: number;
}

/** The status of a success; of a route that may answer nothing, the planted request asks for that. */
export const successOf = (route: Route): number => (route.mayBeEmpty ? 204 : (route.status ?? 200));

const expectedStatus = (routeId: RouteId, { role }: Caller, target: Target, isOwner: boolean): number => {
  const route = findRoute(routeId);
  const { isOnlyOfOwner, needsOwner, refusedToOneself, refusedToOthers, skipsMissing } =
    routeRequests[routeId];
  if (route.access === 'public') {
    return needsOwner && !isOwner ? 401 : successOf(route);
  }
  if (!role) {
    return 401;
  }
  if (route.access !== 'signed-in' && route.access !== role) {
    return 403;
  }
  if (refusedToOthers !== undefined && !isOwner) {
    return refusedToOthers;
  }
  const isRefused = isOnlyOfOwner || role === 'client';
  if ((target === 'missing' && !skipsMissing) || (isRefused && target === "someone else's")) {
    return 404;
  }

  return (target === 'own' && refusedToOneself) || successOf(route);
};

/** The strangers who call every route; the others have no session of their own kind either. */
const pickStrangers = ({ nobody = {}, ended = {} }: Record<string, Caller>) => ({ nobody, ended });

/** Plants the records of a route once, and lists who asks for which of them. */
const plant = async (pass: RoutePass, routeId: RouteId) => {
  const { portal } = pass;
  const { params, namesOwnerInBody, isTheOnlyOne } = routeRequests[routeId];
  const { method, access } = findRoute(routeId);
  const isPublic = access === 'public';
  // A write may change the accounts, or end their sessions.
  const { owner, admin } =
    method === 'GET'
      ? pass.readers
      : { owner: await addPlantedCaller(portal, 'client'), admin: await addPlantedCaller(portal, 'admin') };
  const isSampled = sampledRoutes.some(([id]) => id === routeId);
  // A public route may end the sessions of those who call it.
  const all = isPublic && isSampled ? await addStrangers(portal) : pass.strangers;
  const strangers = isSampled ? all : pickStrangers(all);
  const ofOwner = await makeRequest(portal, routeId, owner);

  const toCell = (name: string, caller: Caller, target: Target, request: PlantedRequest): Cell => ({
    name: `${name}, ${target}`,
    caller,
    target,
    request,
    expected: expectedStatus(routeId, caller, target, caller === owner),
  });
  const ofAll = Object.entries({ owner, admin, ...strangers }).map(([name, caller]) =>
    toCell(name, caller, 'own', ofOwner),
  );
  if (!params && !namesOwnerInBody) {
    return { owner, admin, ofOwner, cells: ofAll };
  }

  const missing = await makeRequest(portal, routeId, owner, { missingId: MISSING_ID });
  if (isTheOnlyOne) {
    return { owner, admin, ofOwner, cells: [...ofAll, toCell('admin', admin, 'missing', missing)] };
  }
  const ofAdmin = await makeRequest(portal, routeId, admin);

  return {
    owner,
    admin,
    ofOwner,
    cells: [
      toCell('admin', admin, "someone else's", ofOwner),
      toCell('owner', owner, 'own', ofOwner),
      toCell('owner', owner, "someone else's", ofAdmin),
      toCell('owner', owner, 'missing', missing),
      toCell('admin', admin, 'own', ofAdmin),
      toCell('admin', admin, 'missing', missing),
      toCell('other client', pass.other, "someone else's", ofOwner),
      ...Object.entries(strangers).map(([name, caller]) => toCell(name, caller, "someone else's", ofOwner)),
      toCell('nobody', {}, 'missing', missing),
    ],
  };
};

type Planted = Awaited<ReturnType<typeof plant>>;

/** Sends every request that the route must refuse about the planted records. */
const askForRefusals = async (pass: RoutePass, planted: Planted) => {
  const { calls } = pass.portal.dataApi;
  const answers: (Cell & Answer & { calls: number })[] = [];

  for (const cell of planted.cells.filter(({ expected }) => expected >= 400)) {
    calls.reset();
    const answer = await send(pass, cell.caller, cell.request);
    answers.push({ ...cell, ...answer, calls: calls.total });
  }

  return answers;
};

/** Sends the requests that the route grants; the first one is measured. */
const askForGrants = async (pass: RoutePass, routeId: RouteId, planted: Planted) => {
  const route = findRoute(routeId);
  const isFirst = ({ caller }: Cell) => caller === (route.access === 'admin' ? planted.admin : planted.owner);
  const granted = planted.cells.filter(({ expected }) => expected < 400);
  const [first, ...others] = [...granted.filter(isFirst), ...granted.filter((cell) => !isFirst(cell))];
  if (!first) {
    throw new Error(`Nobody may call ${routeId}`);
  }

  const measured = await measureRequest(pass, routeId, { ...first, owner: planted.owner });
  const isWrite = route.method !== 'GET';
  const spent = new Set([first.request]);
  const answers = [{ ...first, ...measured.answer, audited: measured.audited }];
  for (const cell of others) {
    const isSpent = isWrite && spent.has(cell.request);
    const request = isSpent
      ? await makeRequest(pass.portal, routeId, await addPlantedAccount(pass.portal, 'client'))
      : cell.request;
    spent.add(cell.request);
    const answer = await send(pass, cell.caller, request);
    answers.push({ ...cell, ...answer, audited: isWrite ? [] : await pass.audit.readNew() });
  }

  return { measured, granted: answers };
};

/**
 * Plants the records of a route once, sends everything that it must refuse about them, and then what it grants. Returns
 * what was answered, stored and audited.
 */
export const askRoute = async (pass: RoutePass, routeId: RouteId) => {
  const { portal, state } = pass;
  const planted = await plant(pass, routeId);
  portal.freshdesk.setLimits(NO_LIMITS);
  // A route that needs no helpdesk must not notice that it hangs.
  portal.freshdesk.setOutage(helpdeskBudgetOf(routeId) === 0 ? 'hang' : undefined);
  if (routeId.startsWith('tickets.')) {
    await refreshCopy(portal);
  }

  await pass.audit.readNew();
  const before = await state.read();
  const refused = await askForRefusals(pass, planted);
  const intrusions = await listIntrusions(pass, routeId, planted);
  const after = await state.read();
  const auditedRefusals = await pass.audit.readNew();
  await portal.connection.delete(throttleCounters);

  return {
    ...planted,
    refused,
    intrusions,
    auditedRefusals,
    before,
    after,
    ...(await askForGrants(pass, routeId, planted)),
    wrongFields: await sendWrongFields(pass, routeId, planted),
  };
};

export type AskedRoute = Awaited<ReturnType<typeof askRoute>>;
