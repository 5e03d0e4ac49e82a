import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANGES } from '#functions/domain/users/timeline-words.ts';
import { allRoutes } from '#shared/contract/index.ts';
import { runsInTransaction } from '#shared/contract/route.ts';
import { OTHER_USER, PASSWORD_CHANGE_REQUIRED } from '#shared/errors.ts';
import { tasks } from '#shared/tasks.ts';
import { PENDING } from '#shared/tickets/ticket-codes.ts';
import { ADMIN_EDITABLE, makeFullEdit } from '#test/support/contract/account-edit.ts';
import { type AskedRoute, askRoute, successOf } from '#test/support/contract/ask-route.ts';
import { auditedReads } from '#test/support/contract/audited-reads.ts';
import { callBudgetOf, helpdeskBudgetOf, levelBudgetOf } from '#test/support/contract/call-budget.ts';
import {
  addPlantedCaller,
  addStrangers,
  type Caller,
  PERSONAL,
  PLANTED_ID_NUMBER,
} from '#test/support/contract/callers.ts';
import { countLevels } from '#test/support/contract/count-levels.ts';
import { TYPED_PASSWORD } from '#test/support/contract/intrusions.ts';
import { measureRequest } from '#test/support/contract/measure-request.ts';
import { openAuditLog, type RoutePass, send } from '#test/support/contract/route-pass.ts';
import { NEW_PASSWORD, routeRequests } from '#test/support/contract/route-requests.ts';
import { runEveryTask } from '#test/support/contract/run-every-task.ts';
import { MOVED_BY, MOVED_BY_AN_EDIT, SMUGGLED_WORD } from '#test/support/contract/smuggled-fields.ts';
import { openStoredState } from '#test/support/contract/stored-state.ts';
import { runCopy } from '#test/support/helpdesk/helpdesk-copy.ts';
import { addTicket, NO_LIMITS } from '#test/support/helpdesk/tickets.ts';
import { addInvoices } from '#test/support/ledger/add-invoices.ts';
import { PASSWORD } from '#test/support/portal/accounts.ts';
import { readSecrets } from '#test/support/portal/find-secrets.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';

const LONG_PASSWORD = 'Long-enough-1';

const ADDRESS = '127.0.0.0/24';

const FOREIGN = { code: 'forbidden', message: 'This request did not come from the portal.' };
const PAST_CLOUDFRONT = {
  code: 'forbidden',
  message: 'This address answers only through the portal.',
};
const NEW_PASSWORD_DUE = { code: 'password_change_required', message: PASSWORD_CHANGE_REQUIRED };

/** A POST because a file is too long for an address. */
const ASKS_BY_POST = 'bank.preview';

/** The records that the audit log names in the row of an administrator's write. */
const RECORD =
  /^(user \d+|service \d+ of user \d+|(invoice INV|credit note CN)-\S+( of user \d+)?|(payment|refund) \d+ of user \d+|(opening balance|statement|debt) of user \d+|job \d+ \(invoice-pdf \d+\)|failed jobs of invoice-pdf: \d+|VAT report \d{4}-\d\d of \S+|test [a-z-]+|month \d{4}-\d\d|bank (file|line) \d+|billing run \d+)$/;

/** A refusal because of a new password is not audited, and a request past CloudFront has no user. */
const isOfSignedIn = ({ how }: AskedRoute['intrusions'][number]): boolean =>
  how !== 'a new password is due' && how !== 'past CloudFront';

let portal: Awaited<ReturnType<typeof startTestPortal>>;
let pass: RoutePass;

beforeAll(async () => {
  portal = await startTestPortal();
  const mustChange = { must_change_password: true };
  pass = {
    portal,
    state: await openStoredState(portal),
    audit: openAuditLog(portal),
    strangers: await addStrangers(portal),
    readers: {
      owner: await addPlantedCaller(portal, 'client'),
      admin: await addPlantedCaller(portal, 'admin'),
    },
    other: await addPlantedCaller(portal, 'client'),
    bound: {
      admin: await addPlantedCaller(portal, 'admin', mustChange),
      client: await addPlantedCaller(portal, 'client', mustChange),
    },
  };
});
afterAll(() => portal.stop());

it('every route of the contract has a request, so that every route is asked', () => {
  expect(Object.keys(routeRequests).toSorted()).toEqual(allRoutes.map(([id]) => id).toSorted());
});

it('a user who must choose a new password may read their account and change their password, and nothing else', () => {
  const allowed = allRoutes.flatMap(([id, { beforeNewPassword }]) => (beforeNewPassword ? [id] : []));

  expect(allowed).toEqual(['auth.user', 'account.password']);
});

describe.each(allRoutes)('%s', (routeId, route) => {
  const isWrite = route.method !== 'GET';
  const hasSession = route.access !== 'public';
  const [calls, levels, helpdeskCalls] = [
    callBudgetOf(routeId),
    levelBudgetOf(routeId),
    helpdeskBudgetOf(routeId),
  ];
  let asked: AskedRoute;

  beforeAll(async () => {
    asked = await askRoute(pass, routeId);
  });

  it(`${routeId} answers each caller about each record as its access says`, () => {
    const answers = [...asked.refused, ...asked.granted];

    expect(Object.fromEntries(answers.map(({ name, status }) => [name, status]))).toEqual(
      Object.fromEntries(asked.cells.map(({ name, expected }) => [name, expected])),
    );
    for (const { headers } of answers) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it(`${routeId} changes nothing and names nobody when it refuses, and answers alike for what is missing and what is not yours`, () => {
    expect(asked.after).toEqual(asked.before);
    const notFound = asked.refused.flatMap(({ status, body }) => (status === 404 ? [body] : []));
    expect(new Set(notFound.map((body) => JSON.stringify(body))).size).toBeLessThan(2);
    const said = JSON.stringify([...asked.refused, ...asked.intrusions].map(({ body }) => body));
    expect(said).not.toContain(asked.owner.email);
    expect(said).not.toContain(asked.admin.email);
  });

  it(`${routeId} refuses other sites, requests past CloudFront, and malformed bodies`, () => {
    const by = Object.groupBy(asked.intrusions, ({ how }) => how);

    expect(by['another site']).toMatchObject([{ status: 403, body: FOREIGN, cookie: null }]);
    expect(by['past CloudFront']).toMatchObject([{ status: 403, body: PAST_CLOUDFRONT, cookie: null }]);
    const malformed = by['a malformed body'] ?? [];
    expect(malformed.length > 0).toBe(asked.ofOwner.body !== undefined);
    expect(malformed.filter(({ status }) => status < 400 || status >= 500)).toEqual([]);
    expect(asked.wrongFields.filter((status) => status >= 500)).toEqual([]);
  });

  if (hasSession || route.endsSession) {
    it(`${routeId} refuses the page of another user than the session's before it asks the database anything`, () => {
      const by = Object.groupBy(asked.intrusions, ({ how }) => how);

      expect(by['the page of another user']).toMatchObject([
        { status: 409, body: { code: 'other_user', message: OTHER_USER }, cookie: null, calls: 0 },
      ]);
      expect(by['the page of nobody']).toMatchObject([
        { status: 400, body: { fields: { 'x-user-id': expect.any(String) } }, cookie: null, calls: 0 },
      ]);
    });
  }

  if (hasSession && !route.beforeNewPassword) {
    it(`${routeId} refuses a user who must choose a new password`, () => {
      const due = asked.intrusions.filter(({ how }) => how === 'a new password is due');

      expect(due).toMatchObject([{ status: 403, body: NEW_PASSWORD_DUE }]);
    });
  }

  it(`${routeId} audits nothing that it refuses but the refusals of signed-in users`, () => {
    const ofSignedIn = [...asked.refused, ...asked.intrusions.filter(isOfSignedIn)];
    const refusals = hasSession ? ofSignedIn.filter(({ status }) => status === 403) : [];

    expect(asked.auditedRefusals).toEqual(
      refusals.map(() => expect.objectContaining({ action: `${routeId} refused`, changes: { status: 403 } })),
    );
  });

  if (hasSession) {
    it(`${routeId} asks the database nothing for a caller without a session, and only what may run beside the check for one whose session has ended`, () => {
      const callsOf = (caller: string) =>
        asked.refused.flatMap(({ name, calls: made }) => (name.startsWith(caller) ? [made] : []));
      // The check; the read, or begin and rollback.
      const ofEnded = runsInTransaction(route) ? 3 : route.readsBesideCheck ? 2 : 1;

      expect(new Set(callsOf('nobody'))).toEqual(new Set([0]));
      expect(callsOf('forged').filter((made) => made > 0)).toEqual([]);
      expect(new Set(callsOf('ended'))).toEqual(new Set([route.access === 'client' ? 1 : ofEnded]));
    });
  }

  it(`${routeId} makes at most ${calls} Data API calls and ${helpdeskCalls} helpdesk calls, of which at most ${levels} follow one another`, () => {
    const { measured } = asked;

    expect(measured.answer.status).toBe(successOf(route));
    expect(measured.calls).toBeLessThanOrEqual(calls);
    expect(measured.statements).toHaveLength(measured.calls);
    expect(measured.helpdeskCalls.length, measured.helpdeskCalls.join(', ')).toBeLessThanOrEqual(
      helpdeskCalls,
    );
    expect(measured.levels).toBeLessThanOrEqual(levels);
  });

  if (route.readsBesideCheck) {
    it(`${routeId} reads beside the check of its session, and writes only the row of an audited read that asks for a live session itself`, () => {
      const { statements, levels: followed } = asked.measured;
      const writing = statements.filter((statement) =>
        /\b(insert|update|delete|truncate|nextval|setval|for (no key )?update)\b/i.test(statement),
      );
      const written = writing.flatMap((statement) =>
        [...statement.matchAll(/\b(?:insert into|delete from|(?<!do )update) "?(\w+)/gi)].map(
          ([, table]) => table,
        ),
      );

      expect([statements.length, followed]).toEqual([2, 1]);
      expect(writing.filter((statement) => !statement.includes('require_live_session'))).toEqual([]);
      expect(['audit_log', 'throttle_counters']).toEqual(expect.arrayContaining(written));
    });
  }

  if (isWrite) {
    it(`${routeId} changes nothing that its contract does not name, whatever the body holds`, () => {
      const { changes, added, smuggled } = asked.measured;

      expect(changes.filter((name) => !MOVED_BY[routeId]?.includes(name))).toEqual([]);
      expect(added.map((row) => [row.role, row.status])).toEqual(added.map(() => ['client', 1]));
      expect(smuggled).toEqual([]);
    });
  }

  if (isWrite && route.access === 'admin' && routeId === ASKS_BY_POST) {
    it(`${routeId} is not audited, because it stores nothing and reads no client`, () => {
      expect(asked.measured.audited).toEqual([]);
    });
  } else if (isWrite && route.access === 'admin') {
    it(`${routeId} is audited once, with its actor and its record`, () => {
      const { audited } = asked.measured;

      expect(audited).toMatchObject([{ actor_id: asked.admin.userId, action: routeId, address: ADDRESS }]);
      expect(audited[0]?.record).toMatch(RECORD);
    });
  }

  if (isWrite) {
    it(`${routeId} is told in an account's timeline if its row is about it or one of its services`, () => {
      // A sign-in changes none, and a deletion leaves none.
      const changesAccount =
        !['auth.login', 'users.delete'].includes(routeId) &&
        asked.measured.audited.some(
          ({ action, record }) => action === routeId && /^(user|service) \d+/.test(record ?? ''),
        );

      expect(routeId in CHANGES).toBe(changesAccount);
    });
  }

  if (!isWrite) {
    it(`${routeId} audits an administrator's read of personal data, and no other read`, async () => {
      const reads = asked.granted.filter(({ name }) => !name.startsWith('admin'));
      expect(reads.flatMap(({ audited }) => audited)).toEqual([]);

      const [byAdmin] = asked.granted.filter(({ caller }) => caller === asked.admin);
      expect(byAdmin?.audited ?? []).toEqual(await auditedReads(pass, routeId, asked));
    });
  }
});

describe('the longest way of a route', () => {
  const countCallsOf = async (
    caller: Caller,
    path: string,
    body: object,
    method: 'POST' | 'PATCH' = 'POST',
  ) => {
    portal.freshdesk.setOutage(undefined);
    portal.freshdesk.setLimits(NO_LIMITS);
    portal.dataApi.calls.reset();
    const { result, levels } = await countLevels(portal, () => send(pass, caller, { method, path, body }));

    return { status: result.status, calls: portal.dataApi.calls.total, levels };
  };

  it("a client's first ticket, to a department, stays within the call budget of a new ticket", async () => {
    const client = await addPlantedCaller(portal, 'client');
    portal.freshdesk.setOutage(undefined);
    await runCopy(portal);
    const groups = (await portal.call('GET', '/api/support/groups', { cookie: client.cookie })).body;
    const body = { subject: 'No signal', description: 'It stopped.', department: groups[0].id };
    const { status, calls, levels } = await countCallsOf(client, '/api/support/tickets', body);

    expect(status).toBe(201);
    expect(calls).toBeLessThanOrEqual(callBudgetOf('tickets.create'));
    expect(levels).toBeLessThanOrEqual(levelBudgetOf('tickets.create'));
  });

  it('a reply that opens its ticket again stays within the call budget of a reply', async () => {
    const client = await addPlantedCaller(portal, 'client');
    const ticketId = await addTicket(portal, client, { status: PENDING });
    const path = `/api/support/tickets/${ticketId}/replies`;
    const { status, calls, levels } = await countCallsOf(client, path, { body: 'Still broken.' });

    expect(status).toBe(201);
    expect(calls).toBeLessThanOrEqual(callBudgetOf('tickets.reply'));
    expect(levels).toBeLessThanOrEqual(levelBudgetOf('tickets.reply'));
  });

  it('voiding a paid invoice makes at most 12 Data API calls', async () => {
    const admin = await addPlantedCaller(portal, 'admin');
    const { userId } = await addPlantedCaller(portal, 'client');
    const [id] = await addInvoices(portal, userId, [{ status: 'paid' }]);
    const body = { status: 'void' };
    const { status, calls } = await countCallsOf(admin, `/api/invoices/${id}/status`, body, 'PATCH');

    expect(status).toBe(200);
    // Session, begin, the account, its lock, the invoice; the void, its ended allocations, its reversal, settling, the end
    // of what it billed, audit row, commit.
    expect(calls).toBeLessThanOrEqual(12);
  });
});

describe('an edit of a user by an administrator', () => {
  const edit = async (body: object) => {
    const owner = await addPlantedCaller(portal, 'client', { origin: 'imported' });
    const admin = await addPlantedCaller(portal, 'admin');
    const request = { method: 'PUT', path: `/api/admin/users/${owner.userId}`, body } as const;

    return measureRequest(pass, 'users.update', { caller: admin, owner, request });
  };

  it('an edit by an administrator changes every field that decisions.md names, and nothing else', async () => {
    const { answer, changes, smuggled } = await edit(makeFullEdit());

    expect(answer.status).toBe(200);
    expect(changes).toEqual(expect.arrayContaining(ADMIN_EDITABLE));
    expect(changes.filter((name) => ![...ADMIN_EDITABLE, ...MOVED_BY_AN_EDIT].includes(name))).toEqual([]);
    expect(smuggled).toEqual([]);
  });

  it.each([
    ['a field and a password at once', { User_Town: 'Paarl', User_Pass_Bkp: LONG_PASSWORD }],
    ['nothing that may be changed', { OWNumber: 'OW1', User_Debit: 5, User_Support_Id: 7 }],
  ])('an edit with %s is refused, and changes nothing', async (_, body) => {
    const { answer, changes } = await edit(body);

    expect(answer.status).toBe(400);
    expect(changes).toEqual([]);
  });
});

describe('the secrets scan', () => {
  beforeAll(async () => {
    portal.freshdesk.setOutage(undefined);
    const admin = await addPlantedCaller(portal, 'admin');
    await runEveryTask(portal, admin, await addPlantedCaller(portal, 'client'));
  });

  const logged = (name: string) =>
    new Set(
      [...portal.heard.log.join('').matchAll(new RegExp(`"${name}":"([\\w.-]+)"`, 'g'))].map(
        ([, found]) => found,
      ),
    );

  it('the secrets scan sees granted and refused answers of every route, and log lines of every route and task', () => {
    const answered = (isWanted: (status: number) => boolean) =>
      new Set(portal.heard.answers.flatMap(({ routeId, status }) => (isWanted(status) ? routeId : [])));
    const routeIds = new Set(allRoutes.map(([id]) => id));

    expect(answered((status) => status < 300)).toEqual(routeIds);
    expect(answered((status) => status >= 400)).toEqual(routeIds);
    expect(answered((status) => status >= 500)).toEqual(new Set());
    expect(logged('routeId')).toEqual(routeIds);
    expect(logged('task')).toEqual(new Set(Object.keys(tasks)));
    expect(portal.heard.log.join('')).toContain('task failed');
  });

  it('the secrets scan recognises typed passwords, an ID number that is shown and sessions that are issued', () => {
    const handOut = portal.heard.answers.filter(({ cookies }) => /session=[^;]/.test(cookies));
    const showId = portal.heard.answers.filter(({ body }) => body.includes(PLANTED_ID_NUMBER));

    const canaryPassword = portal.secrets.get(process.env.CANARY_PASSWORD_SECRET_ARN ?? '') ?? '';
    const typed = [PASSWORD, NEW_PASSWORD, TYPED_PASSWORD, SMUGGLED_WORD, LONG_PASSWORD, canaryPassword];
    expect(portal.heard.typedPasswords).toEqual(new Set(typed));
    expect(new Set(showId.map(({ routeId }) => routeId))).toContain('users.read');
    expect(new Set(handOut.map(({ routeId }) => routeId))).toEqual(
      new Set([
        'auth.login',
        'auth.passkey',
        'auth.second-step',
        'auth.register',
        'factors.add-passkey',
        'factors.confirm-totp',
      ]),
    );
  });

  it('no answer contains a secret, or anything that the contract does not name', () => {
    expect(portal.heard.findFaults(readSecrets(portal.dataFolder))).toEqual([]);
  });

  it('no name, email address, number or network address of a person is in the log', () => {
    expect(portal.heard.log.filter((line) => PERSONAL.test(line))).toEqual([]);
  });
});
