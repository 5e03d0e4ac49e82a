import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import { makeDataApiClient, STATEMENT_PATIENCE } from '#functions/adapters/database/data-api-client.ts';
import { makeInvitationStore } from '#functions/adapters/database/mails/sql-invitation-store.ts';
import { makeDataSubjectStore } from '#functions/adapters/database/operations/sql-data-subject-store.ts';
import { makeOperatorStore } from '#functions/adapters/database/operations/sql-operator-store.ts';
import { makePausedMailStore } from '#functions/adapters/database/operations/sql-paused-mail-store.ts';
import { makeRestoreStore } from '#functions/adapters/database/operations/sql-restore-store.ts';
import { makeDatabase } from '#functions/adapters/database/sql-database.ts';
import type { Database } from '#functions/ports/database/database.ts';
import type { InvitationStore } from '#functions/ports/database/mails/invitation-store.ts';
import type { DataSubjectStore } from '#functions/ports/database/operations/data-subject-store.ts';
import type { OperatorStore } from '#functions/ports/database/operations/operator-store.ts';
import type { PausedMailStore } from '#functions/ports/database/operations/paused-mail-store.ts';
import type { RestoreStore } from '#functions/ports/database/operations/restore-store.ts';
import * as stores from '#functions/runtime/ports/stores.ts';
import type { PortalPlace } from './portal-place.ts';

const connect = ({ client: place }: PortalPlace) =>
  makeDataApiClient({ ...STATEMENT_PATIENCE, timeLeftMs: () => Number.POSITIVE_INFINITY }, place);

/** Opens the store of a portal, over the same Data API that its functions use. */
export const openStore = (place: PortalPlace): OperatorStore => {
  const { resourceArn, database, applicationSecretArn, ownerSecretArn } = place;
  const client = connect(place);
  const connectWith = (secretArn: string) => drizzle(client, { resourceArn, secretArn, database });

  return makeOperatorStore(connectWith(applicationSecretArn), connectWith(ownerSecretArn));
};

/** Connects as the functions do, with the rights of the application. */
const connectAsApplication = (place: PortalPlace) => {
  const { resourceArn, database, applicationSecretArn: secretArn } = place;

  return drizzle(connect(place), { resourceArn, secretArn, database });
};

/** Opens all stores of a portal, with the rights of its functions. */
export const openDatabase = (place: PortalPlace): Database =>
  makeDatabase(connectAsApplication(place), ...Object.values(stores));

/** Opens the store of what a portal holds about a person. */
export const openDataSubjects = (place: PortalPlace): DataSubjectStore =>
  makeDataSubjectStore(connectAsApplication(place));

/** Opens the store of the invitations of imported clients. */
export const openInvitations = (place: PortalPlace): InvitationStore =>
  makeInvitationStore(connectAsApplication(place));

/** Opens the store of the mails that stand still. */
export const openPausedMails = (place: PortalPlace): PausedMailStore =>
  makePausedMailStore(connectAsApplication(place));

/**
 * Opens a restored database: the store for this command alone, and the stores of the portal. All connect as the owner,
 * because the application's password may be older than the restored moment.
 */
export const openRestored = (place: PortalPlace): { store: RestoreStore; database: Database } => {
  const { resourceArn, database, ownerSecretArn: secretArn } = place;
  const client = connect(place);
  const connection = drizzle(client, { resourceArn, secretArn, database });

  return {
    store: makeRestoreStore(connection),
    database: makeDatabase(connection, ...Object.values(stores)),
  };
};
