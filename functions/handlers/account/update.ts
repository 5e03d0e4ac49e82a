import { updateOwnDetails } from '#functions/domain/account/own-details.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { throttleStore, userStore } from '#functions/runtime/ports/stores.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';
import { account } from '#shared/contract/account.ts';

export const handler = endpoint(
  account.update,
  {
    database: databaseWith(throttleStore, userStore),
    mailSettings,
    supportSettings,
  },
  ({ ports, user, body, now }) => updateOwnDetails(ports, user, body, now),
);
