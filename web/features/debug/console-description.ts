/** A separate file, because the empty dialog shows it, too: the description of a dialog is looked up when it opens. */
export const CONSOLE_DESCRIPTION = 'Test API connections and system functionality';
