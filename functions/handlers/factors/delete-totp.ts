import { deleteTotp } from '#functions/domain/factors/remove-factor.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { factorSettings } from '#functions/runtime/ports/factor-settings-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { factorStore, journalStore, mailStore, sessionListStore } from '#functions/runtime/ports/stores.ts';
import { factors } from '#shared/contract/factors.ts';

export const handler = endpoint(
  factors['delete-totp'],
  {
    database: databaseWith(factorStore, journalStore, mailStore, sessionListStore),
    factorSettings,
    mailSettings,
    accountMailQueue: jobSender('account-mail'),
  },
  ({ ports, user, now, note, report }) => deleteTotp({ ...ports, note, report }, user, now),
);
