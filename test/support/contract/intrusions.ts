import { fileURLToPath } from 'node:url';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { makeLambdaContext } from '#local/aws/lambda-context.ts';
import { findRoute, type RouteId } from '#shared/contract/index.ts';
import type { Caller } from './callers.ts';
import { type PlantedRequest, type RoutePass, send } from './route-pass.ts';

/** A password that somebody types where it does not belong. */
export const TYPED_PASSWORD = 'Planted-typed-password-1';

/** Bodies that are no JSON, each with a password where somebody may type one. */
export const BROKEN_BODIES = [
  `{"password":${TYPED_PASSWORD}}`,
  `{"password":"${TYPED_PASSWORD}"`,
  TYPED_PASSWORD,
] as const;

/** Bodies that are no JSON object. */
const MALFORMED_BODIES = [BROKEN_BODIES[0], JSON.stringify([TYPED_PASSWORD])];

/** Objects with a password in fields that hold something else, or that the route does not know. */
const WRONG_FIELDS = [
  { identifier: [TYPED_PASSWORD], password: { [TYPED_PASSWORD]: TYPED_PASSWORD } },
  { identifier: TYPED_PASSWORD, password: TYPED_PASSWORD },
  { User_Email: TYPED_PASSWORD, User_Pass_Bkp: [TYPED_PASSWORD], status: TYPED_PASSWORD },
  { userId: TYPED_PASSWORD, lineItems: TYPED_PASSWORD, [TYPED_PASSWORD]: 1 },
];

/** Headers of a write that another origin starts; `null` is the one of a sandboxed page. */
export const FOREIGN_WRITES: readonly Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'https://localhost' },
  { origin: 'null' },
  {},
];

/** Headers of a read that another site, or another subdomain of the same site, starts. */
export const FOREIGN_READS: readonly Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
];

/** Calls the handler itself, as a request would that CloudFront did not pass on. */
export const callHandler = async (
  { portal }: Pick<RoutePass, 'portal'>,
  routeId: RouteId,
  { cookie }: Caller,
  headers: Record<string, string>,
) => {
  const file = new URL(`../../../functions/handlers/${routeId.replace('.', '/')}.ts`, import.meta.url);
  const { handler } = await import(fileURLToPath(file));
  const event = {
    headers: { origin: portal.url, ...headers },
    cookies: cookie ? [cookie] : [],
    requestContext: { requestId: 'request' },
  } as unknown as APIGatewayProxyEventV2;

  return handler(event, makeLambdaContext(routeId, 29));
};

/** Sends a request of a page that is not the portal's; `portal.call` would add the portal's own origin. */
export const sendFrom = async (
  { portal }: Pick<RoutePass, 'portal'>,
  { cookie }: Caller,
  { method, path, body }: PlantedRequest,
  headers: Record<string, string>,
) => {
  const answer = await fetch(`${portal.url}${path}`, {
    method,
    headers: { ...(cookie && { cookie }), 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });

  return {
    status: answer.status,
    headers: answer.headers,
    body: answer.headers.get('content-type')?.includes('json') ? await answer.json() : await answer.text(),
  };
};

interface Planted {
  owner: Caller;
  admin: Caller;
  ofOwner: PlantedRequest;
}

/**
 * Sends a route's own request in the ways in which nobody may send it, for a caller who otherwise may, and returns the
 * answers.
 */
export const listIntrusions = async (
  pass: RoutePass,
  routeId: RouteId,
  { owner, admin, ofOwner }: Planted,
) => {
  const { access, endsSession, method, beforeNewPassword } = findRoute(routeId);
  const caller = access === 'admin' ? admin : owner;
  const answers: { how: string; status: number; body: unknown; cookie: string | null; calls: number }[] = [];
  const { calls } = pass.portal.dataApi;
  const note = (how: string, { status, body, headers }: Awaited<ReturnType<typeof sendFrom>>) => {
    answers.push({ how, status, body, cookie: headers.get('set-cookie'), calls: calls.total });
    calls.reset();
  };
  calls.reset();

  const [foreign = {}] = method === 'GET' ? FOREIGN_READS : FOREIGN_WRITES;
  note('another site', await sendFrom(pass, caller, ofOwner, foreign));
  const direct = await callHandler(pass, routeId, caller, {});
  const { statusCode: status, body, cookies = [] } = direct;
  note('past CloudFront', {
    status,
    body: JSON.parse(body),
    headers: new Headers(cookies.map((cookie: string) => ['set-cookie', cookie])),
  });
  if (access !== 'public' || endsSession) {
    const showing = (user: string) =>
      sendFrom(pass, caller, ofOwner, { origin: pass.portal.url, 'x-user-id': user });
    note('the page of another user', await showing(String(pass.other.userId)));
    note('the page of nobody', await showing('me'));
  }
  if (access !== 'public' && !beforeNewPassword) {
    const bound = pass.bound[access === 'admin' ? 'admin' : 'client'];
    note('a new password is due', await sendFrom(pass, bound, ofOwner, { origin: pass.portal.url }));
  }
  if (ofOwner.body) {
    for (const malformed of MALFORMED_BODIES) {
      note('a malformed body', await send(pass, caller, { ...ofOwner, body: malformed }));
    }
  }

  return answers;
};

/** Sends bodies that a route may refuse or take for empty ones, and returns the status of each answer. */
export const sendWrongFields = async (
  pass: RoutePass,
  routeId: RouteId,
  { owner, admin, ofOwner }: Planted,
) => {
  const caller = findRoute(routeId).access === 'admin' ? admin : owner;
  const statuses: number[] = [];
  for (const body of ofOwner.body ? WRONG_FIELDS : []) {
    statuses.push((await send(pass, caller, { ...ofOwner, body })).status);
  }

  return statuses;
};
