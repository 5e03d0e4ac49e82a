export interface InvoiceQueue {
  send(invoiceId: number): Promise<void>;
}
