/** What may be shown of a fault at the cloud drive (D6). */
export class DriveFault extends Error {
  /** Google's own word for it, such as 'notFound'. */
  readonly reason: string | null;
  readonly status: number | null;

  constructor(
    sentence: string,
    {
      reason = null,
      status = null,
      cause,
    }: { reason?: string | null; status?: number | null; cause?: unknown } = {},
  ) {
    super(sentence, { cause });
    this.name = 'DriveFault';
    this.reason = reason;
    this.status = status;
  }
}

export interface DrivePermission {
  id: string;
  /** 'user', 'group', 'domain' or 'anyone'. */
  type: string;
  /** Whether it was given to the file itself. */
  isOwn: boolean;
  /** Whether it comes, perhaps as well, from the folder or the drive, where only a person can take it away. */
  isInherited: boolean;
}

/** The cloud drive as the debug console looks into it. What fails rejects with a `DriveFault`. */
export interface DriveConsole {
  /** A portal without a cloud drive has a console, too, which says so. */
  isConfigured: boolean;
  /** Reads the key and gets a new token for it. */
  renewToken(): Promise<void>;
  /** The shared drive's name, and what the account may do there. */
  readDrive(): Promise<{
    name: string;
    mayAddFiles: boolean;
    mayTrashFiles: boolean;
    mayShareFiles: boolean;
  }>;
  /** The folder of the PDFs; it must lie on the shared drive and not in its trash. */
  readFolder(): Promise<{ name: string }>;
  /** The account's own quota in bytes; a service account has none, its files belong to the shared drive. */
  readQuota(): Promise<{ limitBytes: number | null; usedBytes: number }>;
  /** The names of the newest files in the folder. */
  listNames(limit: number): Promise<string[]>;

  generateId(): Promise<string>;
  uploadTestFile(file: { id: string; name: string; bytes: Uint8Array }): Promise<void>;
  download(fileId: string): Promise<Uint8Array>;
  /** Deletes a file for good, or moves it to the trash where the account may do no more. */
  remove(fileId: string): Promise<'deleted' | 'trashed' | 'absent'>;
  /** Test files that earlier runs left behind, ten at most, the oldest first. */
  listTestFiles(madeBefore: Date): Promise<string[]>;

  /** Undefined if there is no such file. */
  listPermissions(fileId: string): Promise<DrivePermission[] | undefined>;
  /** A permission that is gone counts as removed. */
  removePermission(fileId: string, permissionId: string): Promise<void>;
}
