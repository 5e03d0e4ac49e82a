/** Under which the client's own figures, services and activities are kept; other areas' writes change them, too. */
export const CLIENT_KEY = ['client'] as const;
