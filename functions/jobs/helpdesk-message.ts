import { runHelpdeskMessageJob } from '#functions/domain/tickets/message-job.ts';
import { job, readMessage } from '#functions/runtime/job.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk.ts';
import { jobSender } from '#functions/runtime/ports/job-sender.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings.ts';
import { jobMessage } from '#shared/jobs.ts';

export const handler = job(
  'helpdesk-message',
  { database, helpdesk, supportSettings, helpdeskMessageQueue: jobSender('helpdesk-message') },
  ({ event, ports, clock }) => runHelpdeskMessageJob(ports, readMessage(jobMessage, event).key, clock),
);
