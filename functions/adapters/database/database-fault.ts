/** The SQLSTATEs that the portal answers with its own sentences (PostgreSQL manual, appendix A). */
export const NUMERIC_VALUE_OUT_OF_RANGE = '22003';
export const FOREIGN_KEY_VIOLATION = '23503';
export const UNIQUE_VIOLATION = '23505';
export const LOCK_NOT_AVAILABLE = '55P03';
export const DEADLOCK_DETECTED = '40P01';
/** Our own: an audited read found that the caller's session is not live. */
export const SESSION_NOT_LIVE = 'OW401';
/** Our own: an entry, allocation or document would fall into a closed month. */
export const MONTH_CLOSED = 'OW409';

/**
 * A broken connection, a server without room, one that stops or starts, one that cannot read its disk, and one that
 * became read-only because another took its place: each of these ends without anyone's action.
 */
const IS_AWAY = /^(08|53|57P|58)|^25006$/;

/**
 * A refusal of the database, without its own message, which may quote what somebody typed: Aurora's reads "ERROR:
 * invalid input syntax for type integer: "…"; SQLState: 22P02".
 */
export class DatabaseFault extends Error {
  readonly sqlState: string;
  readonly constraint: string | undefined;

  constructor(sqlState: string, constraint: string | undefined) {
    super(`SQLState ${sqlState}${constraint ? ` on ${constraint}` : ''}`);
    this.name = 'DatabaseFault';
    this.sqlState = sqlState;
    this.constraint = constraint;
  }

  /** True if the database was unavailable, as in a failover, and the statement was not at fault. */
  get isAway(): boolean {
    return IS_AWAY.test(this.sqlState);
  }
}

export const readDatabaseFault = (message: string): DatabaseFault => {
  const sqlState = /SQLState: (\w{5})/.exec(message)?.[1] ?? 'unknown';
  const constraint = /constraint "([^"]+)"/.exec(message)?.[1];

  return new DatabaseFault(sqlState, constraint);
};

/** Returns the database's refusal among an error's causes; undefined if the database refused nothing. */
export const findDatabaseFault = (error: unknown): DatabaseFault | undefined => {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof DatabaseFault) {
      return current;
    }
  }

  return undefined;
};
