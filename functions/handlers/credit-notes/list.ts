import { listCreditNotes } from '#functions/domain/credit-notes/read-credit-notes.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { creditNoteStore } from '#functions/runtime/ports/stores.ts';
import { creditNotes } from '#shared/contract/credit-notes.ts';

export const handler = endpoint(
  creditNotes.list,
  { database: databaseWith(creditNoteStore) },
  ({ ports, user, params }) => listCreditNotes(ports.database.creditNotes, user, params.userId),
);
