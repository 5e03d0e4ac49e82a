import { searchPalette } from '#functions/domain/palette/search-palette.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { paletteStore } from '#functions/runtime/ports/stores.ts';
import { palette } from '#shared/contract/palette.ts';

export const handler = endpoint(
  palette.search,
  { database: databaseWith(paletteStore) },
  ({ ports, user, query, now }) => searchPalette(ports.database.palette, user, query.q, now),
);
