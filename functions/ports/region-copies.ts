/** A snapshot of the database that AWS made in its own region. */
export interface Backup {
  arn: string;
  takenAt: Date;
}

/** A copy of such a snapshot in another region. */
export interface RegionCopy {
  id: string;
  /** When its backup was taken. */
  takenAt: Date;
  state: 'available' | 'copying' | 'failed';
}

export interface RegionCopies {
  /** Lists the backups that are complete. */
  listBackups(): Promise<Backup[]>;
  /** Lists this deployment's copies, in every state. */
  listCopies(): Promise<RegionCopy[]>;
  /** Orders a copy; it takes minutes to hours until it is available. */
  copy(backup: Backup): Promise<void>;
  remove(copy: RegionCopy): Promise<void>;
}
