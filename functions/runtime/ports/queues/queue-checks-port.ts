export { jobQueues as queueChecks } from './job-queues-port.ts';
