/** Under which name the draft of an invoice is kept; apart from the form, which is loaded only when it opens. */
export const invoiceDraft = (userId: number) => `new-invoice-${userId}`;
