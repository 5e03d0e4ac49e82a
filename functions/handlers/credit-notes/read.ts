import { readCreditNote } from '#functions/domain/credit-notes/read-credit-notes.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { creditNoteStore } from '#functions/runtime/ports/stores.ts';
import { creditNotes } from '#shared/contract/credit-notes.ts';

export const handler = endpoint(
  creditNotes.read,
  { database: databaseWith(creditNoteStore) },
  ({ ports, user, params }) => readCreditNote(ports.database.creditNotes, user, params.id),
);
