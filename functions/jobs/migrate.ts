import { job } from '#functions/runtime/job.ts';
import { databaseOwner } from '#functions/runtime/ports/database-owner.ts';

export const handler = job('migrate', { databaseOwner }, ({ ports }) => ports.databaseOwner.migrate());
