import {
  findDatabaseFault,
  NUMERIC_VALUE_OUT_OF_RANGE,
} from '#functions/adapters/database/database-fault.ts';
import { AppError } from '#shared/errors.ts';

const SENTENCE = 'The balance of this client would be too large.';

/**
 * Refuses a write after which the client's balance would not fit its column: at the field that holds the amount, or as
 * a conflict if the request holds none.
 */
export const refusingTooLarge = async <Result>(
  field: string | undefined,
  write: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await write();
  } catch (cause) {
    if (findDatabaseFault(cause)?.sqlState !== NUMERIC_VALUE_OUT_OF_RANGE) {
      throw cause;
    }
    throw field === undefined
      ? new AppError('conflict', SENTENCE, { cause })
      : new AppError('unprocessable', SENTENCE, { cause, fields: { [field]: SENTENCE } });
  }
};
