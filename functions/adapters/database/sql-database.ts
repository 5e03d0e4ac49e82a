import type { RDSDataClient } from '@aws-sdk/client-rds-data';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import type { DatabaseOf, StoreName, Stores } from '#functions/ports/database/database.ts';
import type { Connection } from './connection.ts';

export interface DatabaseAddress {
  resourceArn: string;
  secretArn: string;
  database: string;
}

type StoreMakers = { [Name in StoreName]: (db: Connection) => Stores[Name] };

/** Some of the stores, each made for a connection. */
export type SomeStores = Partial<StoreMakers>;

/** The names of the stores in a union of such parts. */
type NamesIn<Parts> = Parts extends unknown ? Extract<keyof Parts, StoreName> : never;

export const connectTo = (client: RDSDataClient, address: DatabaseAddress) => drizzle(client, address);

/** Makes a database of the given stores. A request uses two or three of them, so each is made at its first use. */
export const makeDatabase = <Parts extends readonly SomeStores[]>(
  connection: ReturnType<typeof connectTo>,
  ...parts: Parts
): DatabaseOf<NamesIn<Parts[number]>> => {
  type Name = NamesIn<Parts[number]>;
  const makers: SomeStores = Object.assign({}, ...parts);

  const withStores = (db: Connection, transaction: DatabaseOf<Name>['transaction']): DatabaseOf<Name> => {
    const database = { transaction };

    for (const [name, makeStore] of Object.entries<(db: Connection) => unknown>(makers)) {
      let made: unknown;
      const get = () => {
        made ??= makeStore(db);

        return made;
      };
      Object.defineProperty(database, name, { enumerable: true, get });
    }

    return database as DatabaseOf<Name>;
  };

  return withStores(connection, (run, options) =>
    connection.transaction(
      (transaction) => {
        const joined = withStores(transaction, (runInside) => runInside(joined));

        return run(joined);
      },
      options?.atOneMoment ? { isolationLevel: 'repeatable read', accessMode: 'read only' } : undefined,
    ),
  );
};
