/** What stands between browser and functions: CloudFront on AWS, the gateway on a laptop. Both say it with these. */

/** Who asks: the viewer's address, IPv6 cut to /64, set over whatever the caller sent. */
export const VIEWER_ADDRESS_HEADER = 'x-viewer-address';

/** Proves that a request came through CloudFront: an HTTP API is reachable by its own address too. */
export const ORIGIN_VERIFY_HEADER = 'x-origin-verify';

/** The cookies of a portal that is reached by https: CloudFront passes no other to the functions. */
export const SESSION_COOKIE = '__Host-session';
export const KNOWN_BROWSER_COOKIE = '__Host-known';

/** Everything is a file of the portal's own origin, but for two things. */
const CONTENT_SECURITY_POLICY = [
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

/**
 * Stand on every answer that a browser sees, over whatever its origin said; only the policy of an answer of the API
 * stays where it names one itself.
 */
export const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** Name, version and licence of each package whose code or font the site holds; the build writes it. */
export const NOTICES_PATH = '/third-party-notices.txt';

/** The files of the site with names of their own, from web/public/ but for one; Vite puts all others under /assets/. */
export const PUBLIC_FILES = ['/color-mode.js', '/favicon.svg', NOTICES_PATH];

/** Which file of the site answers a path: every address that names none is a screen of the one page. */
export const fileOf = (path: string): string =>
  path.startsWith('/assets/') || PUBLIC_FILES.includes(path) ? path : '/index.html';
