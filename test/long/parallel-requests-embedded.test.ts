import { itServesAll } from '#test/support/parallel-requests.ts';

itServesAll('embedded', { writes: 200, reads: 500 });
