import { itServesAll } from '#test/support/contract/parallel-requests.ts';

/** More writes than an AWS client has sockets by default: each write needs one more socket to continue than to begin. */
itServesAll('embedded', { writes: 60, reads: 30 });
