import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { allRoutes, contract } from '#shared/contract/index.ts';
import { runsInTransaction } from '#shared/contract/route.ts';
import { fieldsOfRoute } from '#test/support/contract/contract-fields.ts';

const handlerFile = (id: string) => `functions/handlers/${id.replace('.', '/')}.ts`;
const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

describe.each(allRoutes)('route %s', (id, route) => {
  it('the route has a handler file of its id', () => {
    expect(existsSync(handlerFile(id))).toBe(true);
  });

  it('the handler of the route is made by `endpoint` from this route, which puts the gate in front of it', () => {
    const [area, action] = id.split('.');
    const routesName = area?.replaceAll(/-./g, ([, letter]) => `${letter}`.toUpperCase());
    const route = String.raw`${routesName}(\.${action}|\['${action}'\])`;
    const source = readFileSync(handlerFile(id), 'utf8');

    expect(source).toMatch(new RegExp(String.raw`^export const handler = endpoint\(\s*${route},`, 'm'));
    expect(source).toContain("import { endpoint } from '#functions/http/endpoint.ts';");
    expect(source.match(/^export/gm)).toHaveLength(1);
  });

  it('the route declares a schema for exactly the parameters in its path', () => {
    expect(Object.keys(route.params?.shape ?? {})).toEqual(parametersOf(route.path));
  });

  it('a route that runs beside its session check only reads our own data', () => {
    const mayReadAhead =
      route.method === 'GET' &&
      route.access !== 'public' &&
      route.uses.every((capability) =>
        ['database', 'supportSettings', 'mailSettings', 'supplier', 'vatSettings', 'bankAccounts'].includes(
          capability,
        ),
      );

    expect(route.readsBesideCheck && !mayReadAhead).toBeFalsy();
  });

  it('a GET or DELETE route has no body, but the removal of factors, which needs a reason', () => {
    const hasBody = route.body !== undefined && ['GET', 'DELETE'].includes(route.method);

    expect(hasBody).toBe(id === 'factors.remove');
  });

  it('a route that may wait has a field "delivery" in its answer', () => {
    const answered = route.response instanceof z.ZodObject ? Object.keys(route.response.shape) : [];

    expect(!route.mayWait || answered.includes('delivery')).toBe(true);
  });

  it('a route that calls a vendor keeps its idempotency key with its row, not in a transaction', () => {
    const callsVendor = route.uses.some((capability) => ['helpdesk', 'invoiceFiles'].includes(capability));

    expect(callsVendor && runsInTransaction(route)).toBe(false);
  });

  it('an idempotent route uses the database and is not public', () => {
    expect(!route.keeps || (route.uses.includes('database') && route.access !== 'public')).toBe(true);
  });
});

const lists = allRoutes.flatMap(([id, route]) =>
  fieldsOfRoute(route)
    .filter(({ schema }) => schema instanceof z.ZodArray)
    .map(({ schema, path }) => ({ schema, title: `${id} ${path.join('.')}` })),
);

it.each(lists)('$title is refused by its length before its entries are parsed', ({ schema }) => {
  const tooLong = Array.from({ length: 10_001 }, () => Symbol('no value of JSON'));

  const issues = schema.safeParse(tooLong).error?.issues ?? [];

  expect([issues.length, issues[0]?.code]).toEqual([1, 'too_big']);
});

describe('the contract', () => {
  it('the contract has a route for every handler file', () => {
    const files = globSync('functions/handlers/*/*.ts').toSorted();

    expect(files).toEqual(allRoutes.map(([id]) => handlerFile(id)).toSorted());
  });

  it.each(['functions/domain', 'functions/handlers'])(
    'every area of the contract has a folder of the same name in %s',
    (folder) => {
      expect(readdirSync(folder)).toEqual(expect.arrayContaining(Object.keys(contract)));
    },
  );

  it('every area of the contract is a feature of the browser side, but those that stand within features, and the search for customers, which features share', () => {
    const areas = Object.keys(contract).filter(
      (area) => !['credit-notes', 'customers', 'write-offs'].includes(area),
    );

    expect(readdirSync('web/features')).toEqual(expect.arrayContaining(areas));
  });

  it('every feature of the browser side is an area of the contract', () => {
    expect(Object.keys(contract)).toEqual(expect.arrayContaining(readdirSync('web/features')));
  });

  it('every route is for administrators only, except for these', () => {
    const routesOf = (wanted: string) =>
      allRoutes.flatMap(([id, { access }]) => (access === wanted ? [id] : [])).toSorted();

    expect(routesOf('public')).toEqual([
      'auth.login',
      'auth.logout',
      'auth.options',
      'auth.passkey',
      'auth.register',
      'auth.second-step',
      'invoices.provider',
      'links.check-reset',
      'links.check-verification',
      'links.not-me',
      'links.request-reset',
      'links.reset',
      'links.verify',
    ]);
    expect(routesOf('signed-in')).toEqual([
      'account.change-email',
      'account.end-session',
      'account.end-sessions',
      'account.keep-email',
      'account.mails',
      'account.password',
      'account.proof',
      'account.sessions',
      'account.verification',
      'auth.user',
      'credit-notes.download',
      'credit-notes.list',
      'credit-notes.read',
      'customers.search',
      'debtors.export-statement',
      'debtors.statement',
      'factors.add-passkey',
      'factors.begin-totp',
      'factors.confirm-totp',
      'factors.delete-passkey',
      'factors.delete-totp',
      'factors.list',
      'factors.passkey-options',
      'factors.renew-codes',
      'invoices.billing',
      'invoices.download',
      'invoices.list',
      'invoices.read',
      'payments.debt',
      'payments.list',
    ]);
    expect(routesOf('client')).toEqual([
      'account.update',
      'client.activities',
      'client.services',
      'client.stats',
      'tickets.attachment',
      'tickets.close',
      'tickets.conversations',
      'tickets.create',
      'tickets.groups',
      'tickets.list',
      'tickets.read',
      'tickets.reply',
      'tickets.status',
      'tickets.withdraw',
      'tickets.withdraw-reply',
    ]);
  });

  it('no two routes have the same method and path', () => {
    const seen = allRoutes.map(([, route]) => `${route.method} ${route.path.replace(/\{\w+\}/g, '{}')}`);

    expect(new Set(seen).size).toBe(seen.length);
  });
});
