/** The name of the act in its menu, title and button. */
export const RECORD_AGAIN = 'Record payment again';
