/**
 * The effects of a request that must still be known after the database was restored to an earlier time; they are
 * written to the request's log line. They contain no name, address or text that a person typed.
 */
export interface RequestNote {
  account?: {
    id: number;
    owNumber: string;
    /** Names of the changed fields, with values only for role and status (D33). */
    changed?: Record<string, string | number | null>;
    /** Creation time of an account that this request deleted. */
    deletedMadeAt?: string;
  };
  invoice?: { id: number; number: string };
}

/** Adds to the log line of the request; called after the change it reports is committed. */
export type NoteRequest = (note: RequestNote) => void;
