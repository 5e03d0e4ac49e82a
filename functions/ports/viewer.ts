/** The sender of a request, signed in or not. */
export interface Viewer {
  /** The IP address that CloudFront saw; IPv6 is cut to /64. */
  address: string;
  /** The header as the caller sent it, of any content; empty without one. */
  userAgent: string;
  sessionToken: string | undefined;
  /** The unverified cookie of a browser that has signed in before: its reader checks it. */
  knownBrowser: string | undefined;
  /** Sets the session cookie; without a lifetime it ends when the browser closes. */
  keepSession(token: string, lifetimeSeconds?: number): void;
  forgetSession(): void;
  /** Sets the cookie that identifies this browser at its next sign-in. */
  keepKnownBrowser(value: string): void;
}
