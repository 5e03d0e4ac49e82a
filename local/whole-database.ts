import { storeMakers } from '#functions/adapters/database/store-makers.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';

/** The portal's database with all of its stores. */
export const database = databaseWith(storeMakers);
