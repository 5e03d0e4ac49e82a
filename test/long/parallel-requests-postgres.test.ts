import { itServesAll } from '#test/support/contract/parallel-requests.ts';

itServesAll('PostgreSQL', { writes: 200, reads: 500 });
