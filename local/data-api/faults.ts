import { DataApiError } from './errors.ts';
import type { Operation } from './operations.ts';

/** SQLSTATEs of a PostgreSQL that fails over, restarts or has no room (its manual, appendix A). */
const SQL_FAULTS = {
  '08006': 'FATAL: could not receive data from server',
  '08P01': 'ERROR: insufficient data left in message',
  '25006': 'ERROR: cannot execute UPDATE in a read-only transaction',
  '53100': 'ERROR: could not extend file "base/16384/24577": No space left on device',
  '53200': 'ERROR: out of memory',
  '53300': 'FATAL: remaining connection slots are reserved for roles with the SUPERUSER attribute',
  '57P01': 'FATAL: terminating connection due to administrator command',
  '57P02': 'FATAL: terminating connection because of crash of another server process',
  '57P03': 'FATAL: the database system is starting up',
  '58030': 'ERROR: could not read file "base/16384/24577"',
} as const;

/** As above, by the service's own names, each with its status. */
const SERVICE_FAULTS = {
  DatabaseNotFoundException: [404, 'The DB cluster does not have a DB instance.'],
  DatabaseResumingException: [
    400,
    'The Aurora DB instance db-LOCAL is resuming after being auto-paused. Please wait a few seconds and try again.',
  ],
  DatabaseUnavailableException: [504, 'The writer instance in the DB cluster is not available.'],
  InvalidResourceStateException: [400, 'The DB cluster is in an invalid state.'],
  ServiceUnavailableError: [503, 'The service is not available.'],
  TransactionNotFoundException: [404, 'The transaction is not found.'],
} as const;

export type DataApiFault = keyof typeof SQL_FAULTS | keyof typeof SERVICE_FAULTS;

export const SQL_FAULT_STATES = Object.keys(SQL_FAULTS) as (keyof typeof SQL_FAULTS)[];
export const SERVICE_FAULT_NAMES = Object.keys(SERVICE_FAULTS) as (keyof typeof SERVICE_FAULTS)[];

const isOfService = (fault: DataApiFault): fault is keyof typeof SERVICE_FAULTS => fault in SERVICE_FAULTS;

const faultError = (fault: DataApiFault): DataApiError => {
  if (!isOfService(fault)) {
    return new DataApiError('DatabaseErrorException', `${SQL_FAULTS[fault]}; SQLState: ${fault}`);
  }
  const [status, message] = SERVICE_FAULTS[fault];

  return new DataApiError(fault, message, status);
};

export const makeFaults = () => {
  const planted = new Map<Operation, DataApiFault[]>();

  return {
    /** Makes the next calls of an operation fail before they have any effect. */
    failNext: (operation: Operation, fault: DataApiFault, times = 1) => {
      const before = planted.get(operation) ?? [];
      planted.set(operation, [...before, ...new Array<DataApiFault>(times).fill(fault)]);
    },

    throwPlanted: (operation: Operation) => {
      const fault = planted.get(operation)?.shift();
      if (fault) {
        throw faultError(fault);
      }
    },
  };
};
