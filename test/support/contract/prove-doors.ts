import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Role } from '#shared/contract/fields.ts';
import { findRoute, type RouteId } from '#shared/contract/index.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';
import { type Door, routeDoors } from './route-doors.ts';

/** Names no record, so that a request that passes the door finds nothing to change. */
const NO_ID = '2000000000';
const NO_SESSION = '00000000-0000-4000-8000-000000000000';

type Level = 1 | 2;
type Portal = Awaited<ReturnType<typeof startTestPortal>>;

interface Callers {
  portal: Portal;
  visitor: undefined;
  openStep: string;
  adminOfLevel1: string;
  adminOfLevel2: string;
  client: string;
}

const addCallers = async (ADMIN_SECOND_FACTOR: 'required' | 'offered'): Promise<Callers> => {
  const portal = await startTestPortal({ settings: { ADMIN_SECOND_FACTOR } });
  const enter = async (user_role: Role, level: Level, session: { needs?: string } = {}) => {
    const userId = await addUser(portal, { user_role, User_Email: `${crypto.randomUUID()}@example.com` });

    return startSession(portal, userId, { level, ...session });
  };

  return {
    portal,
    visitor: undefined,
    openStep: await enter('admin', 1, { needs: 'second-step' }),
    adminOfLevel1: await enter('admin', 1),
    adminOfLevel2: await enter('admin', 2),
    client: await enter('client', 1),
  };
};

const PASSES = 'passes';
const REFUSALS = [
  'no_cookie',
  'unauthenticated',
  'second_step_required',
  'factor_set_up_required',
  'password_change_required',
  'forbidden',
];

const allBut = (refusal: string): Record<Door, string> => ({
  public: PASSES,
  'set-up': refusal,
  own: refusal,
  client: refusal,
  admin: refusal,
});

const routeIds = Object.keys(routeDoors) as RouteId[];

/** These answer 401 for another reason, or end the session of their caller. */
const WITHOUT_A_DOOR: readonly RouteId[] = ['auth.login', 'auth.passkey', 'auth.second-step', 'auth.logout'];

/** Asks every route as one caller, and returns by which door's rule it answered. */
const knock = async ({ portal }: Callers, cookie: string | undefined) => {
  const answers: [RouteId, string][] = [];
  for (const id of routeIds.filter((routeId) => !WITHOUT_A_DOOR.includes(routeId))) {
    const { method, path, body } = findRoute(id);
    const address = path.replaceAll(/\{(\w+)\}/g, path.includes('/sessions/{id}') ? NO_SESSION : NO_ID);
    const { body: answer } = await portal.call(method, address, {
      ...(cookie && { cookie }),
      ...(body && { body: {} }),
    });
    const code = REFUSALS.includes(answer?.code) ? answer.code : PASSES;
    answers.push([id, code]);
  }

  return Object.fromEntries(answers);
};

const expected = (byDoor: Record<Door, string>) =>
  Object.fromEntries(
    routeIds
      .filter((routeId) => !WITHOUT_A_DOOR.includes(routeId))
      .map((routeId) => [routeId, byDoor[routeDoors[routeId]]]),
  );

/** Declares the tests of every route's door where a second factor is required of administrators, or offered to them. */
export const proveDoors = (setting: 'required' | 'offered'): void => {
  let callers: Callers;

  beforeAll(async () => {
    callers = await addCallers(setting);
  });
  afterAll(() => callers.portal.stop());

  const OPEN = { public: PASSES, 'set-up': PASSES, own: PASSES, client: PASSES, admin: PASSES };
  const DUE = 'factor_set_up_required';
  const admin = { ...OPEN, client: 'forbidden' };

  it.each([
    ['a visitor passes public routes alone', 'visitor', allBut('no_cookie')],
    [
      'a session whose second step is open passes no route that needs a session',
      'openStep',
      allBut('second_step_required'),
    ],
    [
      'an administrator of level 1 passes the set-up alone where a factor is required',
      'adminOfLevel1',
      setting === 'required' ? { ...allBut(DUE), 'set-up': PASSES } : admin,
    ],
    ['an administrator of level 2 passes all but the routes of clients', 'adminOfLevel2', admin],
    ['a client passes all but the routes of administrators', 'client', { ...OPEN, admin: 'forbidden' }],
  ] as const)(
    '%s',
    async (_, caller, byDoor) => {
      expect(await knock(callers, callers[caller])).toEqual(expected(byDoor));
    },
    60_000,
  );
};
