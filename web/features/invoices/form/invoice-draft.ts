/** Returns the name of an invoice's draft. Separate from the form, which is loaded only when it opens. */
export const invoiceDraft = (userId: number) => `new-invoice-${userId}`;
