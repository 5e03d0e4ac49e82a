import { setTimeout as pause } from 'node:timers/promises';
import { runBusinessMailJob } from '#functions/domain/mails/business-mail-job.ts';
import { timeLeftMs } from '#functions/runtime/deadline.ts';
import { businessMailer } from '#functions/runtime/ports/business-mailer-port.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { invoiceFiles } from '#functions/runtime/ports/invoice-files-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailPace } from '#functions/runtime/ports/mail-pace-port.ts';
import { jobStore, mailWorkStore, paymentStore, statementStore } from '#functions/runtime/ports/stores.ts';
import { supplier } from '#functions/runtime/ports/supplier-port.ts';
import { readMessage, task } from '#functions/runtime/task.ts';
import { jobMessage } from '#shared/tasks.ts';

export const handler = task(
  'business-mail',
  {
    database: databaseWith(jobStore, mailWorkStore, paymentStore, statementStore),
    invoiceFiles,
    businessMailer,
    businessMailQueue: jobSender('business-mail'),
    mailPace,
    supplier,
  },
  ({ event, ports: { businessMailer: mailer, ...ports }, clock, logFigures }) =>
    runBusinessMailJob(
      { ...ports, mailer },
      readMessage(jobMessage, event).key,
      { clock, timeLeftMs, pause },
      logFigures,
    ),
);
