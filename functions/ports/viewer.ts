/** Who is at the other end of a request, signed in or not. */
export interface Viewer {
  /** As CloudFront saw it, IPv6 cut to /64. */
  address: string;
  sessionToken: string | undefined;
  /** What the cookie of a browser that has signed in before says of it; whoever reads it checks it. */
  knownBrowser: string | undefined;
  /** Sets the session cookie; without a lifetime it goes when the browser closes. */
  keepSession(token: string, lifetimeSeconds?: number): void;
  forgetSession(): void;
  /** Sets the cookie by which this browser is known at its next sign-in. */
  keepKnownBrowser(value: string): void;
}
