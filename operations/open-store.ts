import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import { makeDataApiClient, STATEMENT_PATIENCE } from '#functions/adapters/database/data-api-client.ts';
import { makeOperatorStore } from '#functions/adapters/database/operator-store.ts';
import type { OperatorStore } from '#functions/ports/database/operator-store.ts';
import type { PortalPlace } from './portal-place.ts';

/** The store of a portal, over the same Data API that its functions use. */
export const openStore = ({
  resourceArn,
  database,
  applicationSecretArn,
  ownerSecretArn,
  client: place,
}: PortalPlace): OperatorStore => {
  const patience = { ...STATEMENT_PATIENCE, timeLeftMs: () => Number.POSITIVE_INFINITY };
  const client = makeDataApiClient(patience, place);
  const connectWith = (secretArn: string) => drizzle(client, { resourceArn, secretArn, database });

  return makeOperatorStore(connectWith(applicationSecretArn), connectWith(ownerSecretArn));
};
