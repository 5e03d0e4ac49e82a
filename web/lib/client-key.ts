/** Query key of the client's own figures, services and activities, which writes of other areas change, too. */
export const CLIENT_KEY = ['client'] as const;
