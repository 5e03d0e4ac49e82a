/** Messages that no worker could take to an end. */
export interface InvoiceDeadLetters {
  /** At most ten at a time; `remove` takes the message out once its invoice is marked. */
  receive(): Promise<{ invoiceId: number; remove(): Promise<void> }[]>;
}
