import { readMoney } from '#functions/domain/figures/read-figures.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { figureStore } from '#functions/runtime/ports/stores.ts';
import { figures } from '#shared/contract/figures.ts';

export const handler = endpoint(figures.money, { database: databaseWith(figureStore) }, ({ ports, now }) =>
  readMoney(ports.database.figures, now),
);
