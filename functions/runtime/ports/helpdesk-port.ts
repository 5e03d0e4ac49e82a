import * as z from 'zod';
import { makeSecretReader, SECRET_PATIENCE } from '#functions/adapters/aws/secrets-manager.ts';
import { FRESHDESK_PATIENCE } from '#functions/adapters/freshdesk/freshdesk-client.ts';
import { openConnection } from '#functions/adapters/freshdesk/freshdesk-connection.ts';
import { makeFreshdesk } from '#functions/adapters/freshdesk/freshdesk-helpdesk.ts';
import type { Helpdesk } from '#functions/ports/helpdesk.ts';
import { oncePerInvocation, timeLeftMs } from '#functions/runtime/deadline.ts';
import { readSettings, requiredSetting } from '#functions/runtime/settings.ts';

/** Several values, separated by commas. */
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== ''),
);

const settings = readSettings({
  /** For example https://owconnect.freshdesk.com; empty if there is no helpdesk. */
  HELPDESK_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  HELPDESK_KEY_SECRET_ARN: requiredSetting,
  HELPDESK_ID_PREFIX: requiredSetting,
  HELPDESK_CLIENT_FIELDS: list,
  HELPDESK_ATTACHMENT_ADDRESSES: list.pipe(z.array(z.url({ protocol: /^https?$/ }))),
});

export const helpdesk: Helpdesk | undefined =
  settings.HELPDESK_URL === ''
    ? undefined
    : makeFreshdesk(
        makeSecretReader(settings.HELPDESK_KEY_SECRET_ARN, { ...SECRET_PATIENCE, timeLeftMs }),
        {
          // A frozen Lambda would wake up with connections that the other side has closed.
          connect: oncePerInvocation(
            () => openConnection(settings.HELPDESK_URL),
            (connection) => connection.close(),
          ),
          idPrefix: settings.HELPDESK_ID_PREFIX,
          clientFields: settings.HELPDESK_CLIENT_FIELDS,
          attachmentAddresses: settings.HELPDESK_ATTACHMENT_ADDRESSES,
        },
        { ...FRESHDESK_PATIENCE, timeLeftMs },
      );
