/** Who is at the other end of a request, signed in or not. */
export interface Viewer {
  /** As CloudFront saw it, IPv6 cut to /64. */
  address: string;
  sessionToken: string | undefined;
  /** Sets the session cookie; without a lifetime it goes when the browser closes. */
  keepSession(token: string, lifetimeSeconds?: number): void;
  forgetSession(): void;
}
