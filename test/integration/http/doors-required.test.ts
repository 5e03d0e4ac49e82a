import { proveDoors } from '#test/support/contract/prove-doors.ts';

proveDoors('required');
