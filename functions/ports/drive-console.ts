/** The parts of a fault at the cloud drive that may be shown (D6). */
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
  /** True if it was granted on the file itself. */
  isOwn: boolean;
  /** True if the folder or the drive grants it (perhaps too), where only a person can remove it. */
  isInherited: boolean;
}

/** The debug console's view of the cloud drive. Failures reject with a `DriveFault`. */
export interface DriveConsole {
  /** A portal without a cloud drive also has a console, which says so. */
  isConfigured: boolean;
  /** Reads the key and requests a new token for it. */
  renewToken(): Promise<void>;
  /** The shared drive's name, and what the account may do there. */
  readDrive(): Promise<{
    name: string;
    mayAddFiles: boolean;
    mayTrashFiles: boolean;
    mayShareFiles: boolean;
  }>;
  /** The folder of the PDFs; it must be on the shared drive and not in its trash. */
  readFolder(): Promise<{ name: string }>;
  /** The account's own quota in bytes; a service account has none, because its files belong to the shared drive. */
  readQuota(): Promise<{ limitBytes: number | null; usedBytes: number }>;
  /** The names of the newest files in the folder. */
  listNames(limit: number): Promise<string[]>;

  generateId(): Promise<string>;
  uploadTestFile(file: { id: string; name: string; bytes: Uint8Array }): Promise<void>;
  download(fileId: string): Promise<Uint8Array>;
  /** Deletes a file permanently, or moves it to the trash where the account may do no more. */
  remove(fileId: string): Promise<'deleted' | 'trashed' | 'absent'>;
  /** Test files that earlier runs left behind, at most ten, oldest first. */
  listTestFiles(madeBefore: Date): Promise<string[]>;

  /** Undefined if there is no such file. */
  listPermissions(fileId: string): Promise<DrivePermission[] | undefined>;
  /** A permission that no longer exists counts as removed. */
  removePermission(fileId: string, permissionId: string): Promise<void>;
}
