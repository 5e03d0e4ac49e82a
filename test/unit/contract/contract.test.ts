import { existsSync, globSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { allRoutes, contract } from '#shared/contract/index.ts';
import { fieldsOfRoute } from '#test/support/contract/contract-fields.ts';

const handlerFile = (id: string) => `functions/handlers/${id.replace('.', '/')}.ts`;
const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

describe.each(allRoutes)('route %s', (id, route) => {
  it('the route has a handler file of its id', () => {
    expect(existsSync(handlerFile(id))).toBe(true);
  });

  it('the route declares a schema for exactly the parameters in its path', () => {
    expect(Object.keys(route.params?.shape ?? {})).toEqual(parametersOf(route.path));
  });

  it('a route that runs ahead of its session check only reads our own data', () => {
    const mayReadAhead =
      route.method === 'GET' &&
      route.access !== 'public' &&
      route.uses.every((capability) => ['database', 'supportSettings', 'mailSettings'].includes(capability));

    expect(route.readsOnly && !mayReadAhead).toBeFalsy();
  });

  it('a GET or DELETE route has no body', () => {
    expect(route.body !== undefined && ['GET', 'DELETE'].includes(route.method)).toBe(false);
  });

  it('a route that may wait has a field "delivery" in its answer', () => {
    const answered = route.response instanceof z.ZodObject ? Object.keys(route.response.shape) : [];

    expect(!route.mayWait || answered.includes('delivery')).toBe(true);
  });

  it('a route that calls a vendor keeps its idempotency key with its row, not in a transaction', () => {
    const callsVendor = route.uses.some((capability) => ['helpdesk', 'invoiceFiles'].includes(capability));

    expect(callsVendor && route.idempotent === 'in-transaction').toBe(false);
  });

  it('an idempotent route uses the database and is not public', () => {
    expect(!route.idempotent || (route.uses.includes('database') && route.access !== 'public')).toBe(true);
  });
});

const lists = allRoutes.flatMap(([id, route]) =>
  fieldsOfRoute(route)
    .filter(({ schema }) => schema instanceof z.ZodArray)
    .map(({ schema, path }) => ({ schema, title: `${id} ${path.join('.')}` })),
);

it.each(lists)('$title is refused by its length before its entries are parsed', ({ schema }) => {
  const tooLong = Array.from({ length: 10_000 }, () => Symbol('no value of JSON'));

  const issues = schema.safeParse(tooLong).error?.issues ?? [];

  expect([issues.length, issues[0]?.code]).toEqual([1, 'too_big']);
});

describe('the contract', () => {
  it('the contract has a route for every handler file', () => {
    const files = globSync('functions/handlers/*/*.ts').toSorted();

    expect(files).toEqual(allRoutes.map(([id]) => handlerFile(id)).toSorted());
  });

  it.each(['functions/domain', 'functions/handlers', 'web/features'])(
    'every area of the contract has a folder of the same name in %s',
    (folder) => {
      expect(readdirSync(folder)).toEqual(expect.arrayContaining(Object.keys(contract)));
    },
  );

  it('every feature of the browser side is an area of the contract', () => {
    expect(Object.keys(contract)).toEqual(expect.arrayContaining(readdirSync('web/features')));
  });

  it('no two routes have the same method and path', () => {
    const seen = allRoutes.map(([, route]) => `${route.method} ${route.path.replace(/\{\w+\}/g, '{}')}`);

    expect(new Set(seen).size).toBe(seen.length);
  });
});
