import { searchPalette } from '#functions/domain/palette/search-palette.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('palette.search', { database }, ({ ports, user, query, now }) =>
  searchPalette(ports.database.palette, user, query.q, now),
);
