import { itServesAll } from '#test/support/parallel-requests.ts';

itServesAll('PostgreSQL', { writes: 200, reads: 500 });
