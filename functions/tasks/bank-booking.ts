import { runBookingJob } from '#functions/domain/bank/run-booking-job.ts';
import { timeLeftMs } from '#functions/runtime/deadline.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { bankMatchStore, bankOrderStore, jobStore, ledgerStore } from '#functions/runtime/ports/stores.ts';
import { readMessage, task } from '#functions/runtime/task.ts';
import { jobMessage } from '#shared/tasks.ts';

export const handler = task(
  'bank-booking',
  {
    database: databaseWith(bankMatchStore, bankOrderStore, jobStore, ledgerStore),
    mailSettings,
    bankBookingQueue: jobSender('bank-booking'),
  },
  ({ event, ports, clock, logFigures }) =>
    runBookingJob(ports, readMessage(jobMessage, event).key, { clock, timeLeftMs, log: logFigures }),
);
