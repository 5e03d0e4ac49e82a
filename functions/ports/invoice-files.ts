/** The folder of a shared drive that keeps the PDFs. */
export interface InvoiceFiles {
  /** An id for a file that does not exist yet, so that a repeated upload is recognised. */
  generateId(): Promise<string>;
  /** Stores the bytes under the id; one that is there already counts as stored. */
  upload(file: { id: string; name: string; bytes: Uint8Array; invoiceNumber: string }): Promise<void>;
  /** Undefined if the file is not there. */
  download(id: string): Promise<Uint8Array | undefined>;
}
