import { removeFactorsOf } from '#functions/domain/factors/remove-factor.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { factorStore, journalStore, mailStore, sessionStore } from '#functions/runtime/ports/stores.ts';
import { factors } from '#shared/contract/factors.ts';

export const handler = endpoint(
  factors.remove,
  {
    database: databaseWith(factorStore, journalStore, mailStore, sessionStore),
    mailSettings,
    accountMailQueue: jobSender('account-mail'),
  },
  ({ ports, user, params, body, now, note, report }) =>
    removeFactorsOf({ ...ports, note, report }, user, { userId: params.User_Id, reason: body.reason }, now),
);
