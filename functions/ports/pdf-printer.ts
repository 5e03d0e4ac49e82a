/** Largest HTML that is turned into a PDF: "1MB" of the specification (section 9), read as 10⁶ bytes of UTF-8. */
export const HTML_BYTES_MAX = 1_000_000;

export interface PdfPrinter {
  /**
   * Returns the bytes of the printed document, which names its author; rejects when the browser fails, ends or takes
   * too long.
   */
  print(html: string, author?: string): Promise<Uint8Array>;
}
