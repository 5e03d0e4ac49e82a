import type { Database } from '#functions/ports/database/database.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import * as stores from '#functions/runtime/ports/stores.ts';

/** The portal's database with all of its stores. */
export const database: Database = databaseWith(...Object.values(stores));
