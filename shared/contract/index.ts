import type * as z from 'zod';
import { account } from './account.ts';
import { auth } from './auth.ts';
import { bank } from './bank.ts';
import { billingRuns } from './billing-runs.ts';
import { books } from './books.ts';
import { client } from './client.ts';
import { creditNotes } from './credit-notes.ts';
import { customers } from './customers.ts';
import { debtors } from './debtors.ts';
import { debug } from './debug.ts';
import { factors } from './factors.ts';
import { figures } from './figures.ts';
import { invoices } from './invoices.ts';
import { jobs } from './jobs.ts';
import { links } from './links.ts';
import { mails } from './mails.ts';
import { palette } from './palette.ts';
import { payments } from './payments.ts';
import type { Route } from './route.ts';
import { services } from './services.ts';
import { sessions } from './sessions.ts';
import { tickets } from './tickets.ts';
import { users } from './users.ts';
import { writeOffs } from './write-offs.ts';

/** The whole surface of the portal. Routes of CDK and gateway, client, OpenAPI and access tests are derived from it. */
export const contract = {
  auth,
  account,
  factors,
  links,
  customers,
  palette,
  users,
  sessions,
  mails,
  services,
  invoices,
  'billing-runs': billingRuns,
  'credit-notes': creditNotes,
  payments,
  'write-offs': writeOffs,
  debtors,
  books,
  bank,
  jobs,
  client,
  tickets,
  debug,
  figures,
};

type Contract = typeof contract;

export type RouteId = {
  [Area in keyof Contract]: `${Area}.${Extract<keyof Contract[Area], string>}`;
}[keyof Contract];

export type RouteOf<Id extends RouteId> = Id extends `${infer Area extends keyof Contract}.${infer Action}`
  ? Action extends keyof Contract[Area]
    ? Contract[Area][Action]
    : never
  : never;

type Part<R, Key extends string, Io extends 'input' | 'output'> =
  R extends Record<Key, infer S extends z.ZodType>
    ? Record<Key, Io extends 'input' ? z.input<S> : z.output<S>>
    : unknown;

type RequestParts<R, Io extends 'input' | 'output'> = Part<R, 'params', Io> &
  Part<R, 'query', Io> &
  Part<R, 'body', Io>;

/** The request that a caller sends: params, query and body before parsing. */
export type RequestInput<Id extends RouteId> = RequestParts<RouteOf<Id>, 'input'>;

/** The request that a handler gets: params, query and body after parsing. */
export type RequestParsed<Id extends RouteId> = RequestParts<RouteOf<Id>, 'output'>;

export type ResponseOf<Id extends RouteId> = z.output<RouteOf<Id>['response']>;

export type UsesOf<Id extends RouteId> = RouteOf<Id>['uses'][number];

export const allRoutes: readonly (readonly [RouteId, Route])[] = Object.entries(contract).flatMap(
  ([area, routes]) =>
    Object.entries<Route>(routes).map(([action, route]) => [`${area}.${action}` as RouteId, route] as const),
);

const routesById = new Map<string, Route>(allRoutes);

export const findRoute = (id: RouteId): Route => {
  const route = routesById.get(id);
  if (!route) {
    throw new Error(`The contract has no route ${id}`);
  }

  return route;
};
