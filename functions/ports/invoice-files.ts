/** A file, and the drive that holds it; null if that was not kept. */
export interface InvoiceFile {
  id: string;
  driveId: string | null;
}

/** The folder of a shared drive that keeps the PDFs; files of before may lie on another drive. */
export interface InvoiceFiles {
  /** The shared drive that new files go to. */
  driveId: string;
  /** An id for a file that does not exist yet, so that a repeated upload is recognised. */
  generateId(): Promise<string>;
  /** Stores the bytes under the id; one that is there already counts as stored. */
  upload(file: { id: string; name: string; bytes: Uint8Array; invoiceNumber: string }): Promise<void>;
  /** Undefined if the file is not there. */
  download(file: InvoiceFile): Promise<Uint8Array | undefined>;
  /**
   * Puts the file into the drive's trash, which Google empties after 30 days; one that is not there counts as gone.
   * A Content manager may not delete for good (Drive API reference, files.delete: only an organizer may).
   */
  remove(file: InvoiceFile): Promise<void>;
  /** Rejects if the folder cannot be reached; not there where no drive is configured. */
  check?(): Promise<void>;
}
