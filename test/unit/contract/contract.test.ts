import { existsSync, globSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { allRoutes, contract } from '#shared/contract/index.ts';
import { fieldsOfRoute } from '#test/support/contract/contract-fields.ts';

const handlerFile = (id: string) => `functions/handlers/${id.replace('.', '/')}.ts`;
const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

describe.each(allRoutes)('route %s', (id, route) => {
  it('has a handler file', () => {
    expect(existsSync(handlerFile(id))).toBe(true);
  });

  it('declares a schema for exactly the parameters in its path', () => {
    expect(Object.keys(route.params?.shape ?? {})).toEqual(parametersOf(route.path));
  });

  it('is read ahead of its session only if it can do nothing but read our own data', () => {
    const mayReadAhead =
      route.method === 'GET' &&
      route.access !== 'public' &&
      route.uses.every((capability) => ['database', 'supportSettings'].includes(capability));

    expect(route.readsOnly && !mayReadAhead).toBeFalsy();
  });

  it('has a body only where a body is sent', () => {
    expect(route.body !== undefined && ['GET', 'DELETE'].includes(route.method)).toBe(false);
  });

  it('may wait only if its answer tells what became of it', () => {
    const answered = route.response instanceof z.ZodObject ? Object.keys(route.response.shape) : [];

    expect(!route.mayWait || answered.includes('delivery')).toBe(true);
  });

  it('calls a vendor in no transaction: with one it keeps the key with its row', () => {
    const callsVendor = route.uses.some((capability) => ['helpdesk', 'invoiceFiles'].includes(capability));

    expect(callsVendor && route.idempotent === 'in-transaction').toBe(false);
  });

  it('is idempotent only with a database to keep its answer in, for a signed-in user', () => {
    expect(!route.idempotent || (route.uses.includes('database') && route.access !== 'public')).toBe(true);
  });
});

const lists = allRoutes.flatMap(([id, route]) =>
  fieldsOfRoute(route)
    .filter(({ schema }) => schema instanceof z.ZodArray)
    .map(({ schema, path }) => ({ schema, title: `${id} ${path.join('.')}` })),
);

it.each(lists)('$title is refused for its length before its entries are looked at', ({ schema }) => {
  const tooLong = Array.from({ length: 10_000 }, () => Symbol('no value of JSON'));

  const issues = schema.safeParse(tooLong).error?.issues ?? [];

  expect([issues.length, issues[0]?.code]).toEqual([1, 'too_big']);
});

describe('the contract', () => {
  it('has a route for every handler file', () => {
    const files = globSync('functions/handlers/*/*.ts').toSorted();

    expect(files).toEqual(allRoutes.map(([id]) => handlerFile(id)).toSorted());
  });

  it.each(['functions/domain', 'functions/handlers', 'web/features'])(
    'finds each of its areas in %s by its word',
    (folder) => {
      expect(readdirSync(folder)).toEqual(expect.arrayContaining(Object.keys(contract)));
    },
  );

  it('has an area for every feature of the browser side', () => {
    expect(Object.keys(contract)).toEqual(expect.arrayContaining(readdirSync('web/features')));
  });

  it('names no method and path twice', () => {
    const seen = allRoutes.map(([, route]) => `${route.method} ${route.path.replace(/\{\w+\}/g, '{}')}`);

    expect(new Set(seen).size).toBe(seen.length);
  });
});
