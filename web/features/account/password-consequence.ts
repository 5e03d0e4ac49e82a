/** Shown by the dialog before and after its code has loaded. In its own file, to keep it out of the entry chunk. */
export const PASSWORD_CONSEQUENCE = 'Every other browser is signed out; this one stays signed in.';
