import { copyHelpdesk } from '#functions/domain/tickets/helpdesk-copy.ts';
import { job } from '#functions/runtime/job.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk.ts';
import { jobSender } from '#functions/runtime/ports/job-sender.ts';

export const handler = job(
  'helpdesk-copy',
  { database, helpdesk, helpdeskMessageQueue: jobSender('helpdesk-message') },
  ({ ports, clock }) => copyHelpdesk(ports, clock),
);
