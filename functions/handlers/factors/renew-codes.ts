import { renewCodes } from '#functions/domain/factors/renew-codes.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { passwords } from '#functions/runtime/ports/passwords-port.ts';
import { factorStore, journalStore, mailStore, sessionListStore } from '#functions/runtime/ports/stores.ts';
import { factors } from '#shared/contract/factors.ts';

export const handler = endpoint(
  factors['renew-codes'],
  {
    database: databaseWith(factorStore, journalStore, mailStore, sessionListStore),
    passwords,
    mailSettings,
    accountMailQueue: jobSender('account-mail'),
  },
  ({ ports, user, now, note, report }) => renewCodes({ ...ports, note, report }, user, now),
);
