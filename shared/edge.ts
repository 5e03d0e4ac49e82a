/** What stands between browser and functions: CloudFront on AWS, the gateway on a laptop. Both say it with these. */

/** Who asks: the viewer's address, IPv6 cut to /64, set over whatever the caller sent. */
export const VIEWER_ADDRESS_HEADER = 'x-viewer-address';

/** Proves that a request came through CloudFront: an HTTP API is reachable by its own address too. */
export const ORIGIN_VERIFY_HEADER = 'x-origin-verify';

/** Everything is a file of the portal's own origin, but for two things. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // Emotion, under Chakra, writes its style elements at run time; a static page has no nonce to give it.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  // An invoice opens as a blob in a tab, which inherits this policy; Chrome's PDF viewer is an embedded object.
  'object-src blob:',
  'frame-src blob:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export const PERMISSIONS_POLICY = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';
