import { contract } from './index.ts';
import type { Route } from './route.ts';

/** The facts about a route that a caller needs; the schemas stay with the code that parses. */
export type SlimRoute = Pick<Route, 'method' | 'path' | 'contentType'>;

const slim = ({ method, path, contentType }: Route): SlimRoute => ({
  method,
  path,
  ...(contentType && { contentType }),
});

/**
 * The contract's table of routes by area and action. The browser gets it as plain data: web/vite.config.ts evaluates
 * this module during the build and replaces it by the table, so that a new route adds no schema to the entry.
 */
export const routes: Record<string, Record<string, SlimRoute>> = Object.fromEntries(
  Object.entries(contract).map(([area, actions]) => [
    area,
    Object.fromEntries(Object.entries<Route>(actions).map(([action, route]) => [action, slim(route)])),
  ]),
);
