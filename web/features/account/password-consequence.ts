/** Said by the dialog before and after its code has loaded; apart, so that the browser's entry does not hold it. */
export const PASSWORD_CONSEQUENCE = 'Every other browser is signed out; this one stays signed in.';
