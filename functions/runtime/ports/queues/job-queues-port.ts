import { ofEachKind } from '#shared/job-kinds.ts';
import { jobSender } from '../job-sender-port.ts';

export const jobQueues = ofEachKind(jobSender);
