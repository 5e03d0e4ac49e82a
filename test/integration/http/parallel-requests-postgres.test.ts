import { itServesAll } from '#test/support/parallel-requests.ts';

itServesAll('PostgreSQL', { writes: 60, reads: 30 });
