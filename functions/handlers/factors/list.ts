import { listOwnFactors } from '#functions/domain/factors/list-factors.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { factorStore } from '#functions/runtime/ports/stores.ts';
import { factors } from '#shared/contract/factors.ts';

export const handler = endpoint(factors.list, { database: databaseWith(factorStore) }, ({ ports, user }) =>
  listOwnFactors(ports.database.factors, user),
);
