export interface InvoiceQueue {
  send(invoiceId: number): Promise<void>;
  /** Rejects if the queue does not answer. */
  check(): Promise<void>;
}
