import { runRefreshJob } from '#functions/domain/tickets/helpdesk-copy.ts';
import { job, readMessage } from '#functions/runtime/job.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk.ts';
import { jobSender } from '#functions/runtime/ports/job-sender.ts';
import { jobMessage } from '#shared/jobs.ts';

export const handler = job(
  'helpdesk-refresh',
  { database, helpdesk, helpdeskMessageQueue: jobSender('helpdesk-message') },
  ({ event, ports, clock }) => runRefreshJob(ports, readMessage(jobMessage, event).key, clock),
);
