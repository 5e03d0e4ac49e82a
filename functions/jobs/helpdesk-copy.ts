import { copyHelpdesk } from '#functions/domain/tickets/copy-helpdesk.ts';
import { job } from '#functions/runtime/job.ts';
import { database } from '#functions/runtime/ports/database-port.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';

export const handler = job(
  'helpdesk-copy',
  { database, helpdesk, helpdeskMessageQueue: jobSender('helpdesk-message') },
  ({ ports, clock }) => copyHelpdesk(ports, clock),
);
