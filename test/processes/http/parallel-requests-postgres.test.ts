import { itServesAll } from '#test/support/contract/parallel-requests.ts';

itServesAll('PostgreSQL', { writes: 60, reads: 30 });
