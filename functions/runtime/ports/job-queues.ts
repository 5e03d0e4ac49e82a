import { ofEachKind } from '#shared/job-kinds.ts';
import { jobSender } from './job-sender.ts';

export const jobQueues = ofEachKind(jobSender);
