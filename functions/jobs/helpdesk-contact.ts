import { runHelpdeskContactJob } from '#functions/domain/tickets/helpdesk-contacts.ts';
import { job, readMessage } from '#functions/runtime/job.ts';
import { database } from '#functions/runtime/ports/database-port.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk-port.ts';
import { jobMessage } from '#shared/jobs.ts';

export const handler = job('helpdesk-contact', { database, helpdesk }, ({ event, ports, clock }) =>
  runHelpdeskContactJob(ports, readMessage(jobMessage, event).key, clock),
);
