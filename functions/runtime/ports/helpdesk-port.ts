import * as z from 'zod';
import { makeSecretReader, SECRET_PATIENCE } from '#functions/adapters/aws/secrets-manager.ts';
import { type CallLimits, FRESHDESK_PATIENCE } from '#functions/adapters/freshdesk/freshdesk-client.ts';
import { openConnection } from '#functions/adapters/freshdesk/freshdesk-connection.ts';
import { makeFreshdesk } from '#functions/adapters/freshdesk/freshdesk-helpdesk.ts';
import { HELPDESK_CALLS } from '#functions/ports/database/tickets/helpdesk-calls.ts';
import type { Helpdesk } from '#functions/ports/helpdesk.ts';
import { beforeAnswer, oncePerInvocation, timeLeftMs } from '#functions/runtime/deadline.ts';
import { describeError } from '#functions/runtime/describe-error.ts';
import { log } from '#functions/runtime/log.ts';
import { readSettings, requiredSetting } from '#functions/runtime/settings.ts';
import { databaseWith } from './database-port.ts';
import { throttleStore } from './stores.ts';

/** Several values, separated by commas. */
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== ''),
);

const { throttle } = databaseWith(throttleStore);

const settings = readSettings({
  /** For example https://owconnect.freshdesk.com; empty if there is no helpdesk. */
  HELPDESK_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  HELPDESK_KEY_SECRET_ARN: requiredSetting,
  HELPDESK_ID_PREFIX: requiredSetting,
  HELPDESK_CLIENT_FIELDS: list,
  HELPDESK_ATTACHMENT_ADDRESSES: list.pipe(z.array(z.url({ protocol: /^https?$/ }))),
});

/** Notes in parallel with the work that follows how many calls are left. */
const noteLimits = ({ total, remaining, retryAfterSeconds }: CallLimits): void => {
  const now = new Date();
  const endsAt =
    retryAfterSeconds === undefined ? undefined : new Date(now.getTime() + retryAfterSeconds * 1000);
  const filled = { limit: total, count: total - remaining, endsAt };
  beforeAnswer(
    throttle.fill(HELPDESK_CALLS, filled, now).catch((error) => {
      log.error('the calls that the helpdesk has left were not noted', { causes: describeError(error) });
    }),
  );
};

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
          noteLimits,
          idPrefix: settings.HELPDESK_ID_PREFIX,
          clientFields: settings.HELPDESK_CLIENT_FIELDS,
          attachmentAddresses: settings.HELPDESK_ATTACHMENT_ADDRESSES,
        },
        { ...FRESHDESK_PATIENCE, timeLeftMs },
      );
