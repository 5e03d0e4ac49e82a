import { setTimeout as pause } from 'node:timers/promises';
import { runAccountMailJob } from '#functions/domain/mails/account-mail-job.ts';
import { timeLeftMs } from '#functions/runtime/deadline.ts';
import { accountMailer } from '#functions/runtime/ports/account-mailer-port.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { mailPace } from '#functions/runtime/ports/mail-pace-port.ts';
import { provider } from '#functions/runtime/ports/provider-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';
import { jobStore, mailWorkStore, throttleStore } from '#functions/runtime/ports/stores.ts';
import { readMessage, task } from '#functions/runtime/task.ts';
import { jobMessage } from '#shared/tasks.ts';

export const handler = task(
  'account-mail',
  {
    database: databaseWith(jobStore, mailWorkStore, throttleStore),
    sessionTokens,
    accountMailer,
    mailPace,
    provider,
  },
  ({ event, ports: { accountMailer: mailer, ...ports }, clock, logFigures }) =>
    runAccountMailJob(
      { ...ports, mailer },
      readMessage(jobMessage, event).key,
      { clock, timeLeftMs, pause },
      logFigures,
    ),
);
