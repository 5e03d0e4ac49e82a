/** A file, and the drive that holds it; null if the drive was not recorded. */
export interface InvoiceFile {
  id: string;
  driveId: string | null;
}

/** The folder of a shared drive that keeps the PDFs; older files may be on another drive. */
export interface InvoiceFiles {
  /** The shared drive that new files go to. */
  driveId: string;
  /** Returns an id for a file that does not exist yet, so that a repeated upload is recognised. */
  generateId(): Promise<string>;
  /** Stores the bytes under the id; a file that is already there counts as stored. */
  upload(file: { id: string; name: string; bytes: Uint8Array; documentNumber: string }): Promise<void>;
  /** Undefined if the file is not there. */
  download(file: InvoiceFile): Promise<Uint8Array | undefined>;
  /**
   * Moves the file to the drive's trash, which Google empties after 30 days; a missing file counts as removed. A
   * Content manager may not delete permanently (Drive API reference, files.delete: only an organizer may).
   */
  remove(file: InvoiceFile): Promise<void>;
  /** Rejects if the folder cannot be reached; undefined if no drive is configured. */
  check?(): Promise<void>;
}
