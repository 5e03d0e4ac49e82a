import { runHelpdeskMessageJob } from '#functions/domain/tickets/message-job.ts';
import { job, readMessage } from '#functions/runtime/job.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { healthStore } from '#functions/runtime/ports/health-store-port.ts';
import { helpdeskCopyStore } from '#functions/runtime/ports/helpdesk-copy-store-port.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { jobStore } from '#functions/runtime/ports/job-store-port.ts';
import { messageStore } from '#functions/runtime/ports/message-store-port.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';
import { throttleStore } from '#functions/runtime/ports/throttle-store-port.ts';
import { jobMessage } from '#shared/jobs.ts';

export const handler = job(
  'helpdesk-message',
  {
    database: databaseWith(healthStore, helpdeskCopyStore, jobStore, messageStore, throttleStore),
    helpdesk,
    supportSettings,
    helpdeskMessageQueue: jobSender('helpdesk-message'),
  },
  ({ event, ports, clock }) => runHelpdeskMessageJob(ports, readMessage(jobMessage, event).key, clock),
);
