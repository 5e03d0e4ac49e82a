/** Stands in the dialog before its code has come, too: what describes a dialog is looked for when it opens. */
export const CONSOLE_DESCRIPTION = 'Test API connections and system functionality';
