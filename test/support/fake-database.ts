import type { Database } from '#functions/ports/database/database.ts';

/** The stores that a test's subject asks, each with the methods that it calls. */
type FakeStores = { [Name in keyof Omit<Database, 'transaction'>]?: Partial<Database[Name]> };

/** A database of these stores over `state`. Where a transaction throws, the state is again as it was before. */
export const makeFakeDatabase = (state: object, stores: FakeStores): Database => {
  const database: FakeStores & Pick<Database, 'transaction'> = {
    ...stores,
    transaction: async (run) => {
      const before = structuredClone(state);

      try {
        return await run(database as Database);
      } catch (error) {
        Object.assign(state, before);
        throw error;
      }
    },
  };

  return database as Database;
};
