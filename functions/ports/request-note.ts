/**
 * What a request did that must still be known when the database has gone back to an older moment: its log line says
 * so. It holds no name, address or text that somebody typed.
 */
export interface RequestNote {
  account?: {
    id: number;
    owNumber: string;
    /** Names of the changed fields, with values of role and status alone (D33). */
    changed?: Record<string, string | number | null>;
    /** When an account was made that this request deleted. */
    deletedMadeAt?: string;
  };
  invoice?: { id: number; number: string };
}

/** Adds to the log line of the request, after what it tells of is committed. */
export type NoteRequest = (note: RequestNote) => void;
