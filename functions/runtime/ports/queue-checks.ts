export { jobQueues as queueChecks } from './job-queues.ts';
