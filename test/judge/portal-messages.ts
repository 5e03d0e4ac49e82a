/** What the process of a portal is started with. */
export interface PortalStart {
  databaseUrl: string;
  settings: Record<string, string>;
  /** The time of its clock. */
  at: string;
}

/** What it is asked to do. */
export type PortalAct = { id: number } & (
  | { do: 'move'; to: string }
  | { do: 'add-admin' }
  | { do: 'session'; userId: number }
  | { do: 'import'; csv: string; takenOn: string }
  | { do: 'task'; name: string }
  | { do: 'stop' }
);

export interface PortalReply {
  id: number;
  result?: string;
  error?: string;
}
