import type { Database } from '#functions/ports/database/database.ts';

type StubbedStores = { [Name in keyof Omit<Database, 'transaction'>]?: Partial<Database[Name]> };

/** Returns a database with the methods that a test gives it. Calling any other method throws. */
export const stubDatabase = (stores: StubbedStores): Database => {
  const database: StubbedStores & Pick<Database, 'transaction'> = {
    ...stores,
    transaction: (run) => run(database as Database),
  };

  return database as Database;
};
