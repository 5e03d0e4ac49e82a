import { itServesAll } from '#test/support/contract/parallel-requests.ts';

itServesAll('embedded', { writes: 200, reads: 500 });
