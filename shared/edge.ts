/**
 * Constants and rules of the edge between browser and functions. CloudFront on AWS and the gateway on a laptop share
 * them.
 */

/** The viewer's address, IPv6 cut to /64. It overwrites any value that the caller sent. */
export const VIEWER_ADDRESS_HEADER = 'x-viewer-address';

/**
 * The encoding in which the viewer accepts a compressed answer; missing if it accepts none. It overwrites any value
 * that the caller sent.
 */
export const VIEWER_ENCODING_HEADER = 'x-viewer-encoding';

/** Proves that a request came through CloudFront: an HTTP API can also be reached at its own address. */
export const ORIGIN_VERIFY_HEADER = 'x-origin-verify';

/** Names the user whom the page shows, so that nothing is written in the session of another one (D77). */
export const SHOWN_USER_HEADER = 'x-user-id';

/** Request headers that the functions read. CloudFront passes only these, cookies and the three headers above. */
export const REQUEST_HEADERS = [
  'origin',
  'content-type',
  'sec-fetch-site',
  'idempotency-key',
  SHOWN_USER_HEADER,
  // Only its two words are kept, with the session (D50).
  'user-agent',
];

/** The cookies of a portal that is reached by https; CloudFront passes no others to the functions. */
export const SESSION_COOKIE = '__Host-session';
export const KNOWN_BROWSER_COOKIE = '__Host-known';

/** Everything is a file of the portal's own origin, with two exceptions. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // Emotion, under Chakra, writes its style elements at run time; a static page has no nonce to give it.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  // The answer with a PDF has this policy, and Chrome's PDF viewer is an object of the answer's own address.
  "object-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Headers of every answer that a browser sees. They overwrite the origin's headers, except that an answer of the API
 * keeps a policy that it names itself.
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

/** Cache rules of the site's files. All but a few have a hash of their content in their name. */
export const SITE_CACHE = {
  hashed: 'public, max-age=31536000, immutable',
  /** A browser checks each time. CloudFront does not, because each deployment clears its cache. */
  named: 'public, max-age=0, must-revalidate, s-maxage=300',
} as const;

/** The page with the privacy notice. */
export const PRIVACY_PATH = '/privacy';

/** Name, version and licence of each package whose code or font the site holds; the build writes it. */
export const NOTICES_PATH = '/third-party-notices.txt';

/**
 * The files of the site without a hash in their name, all but one from web/public/; Vite puts all others under
 * /assets/.
 */
export const PUBLIC_FILES = ['/first-reads.js', '/old-browser.js', '/favicon.svg', NOTICES_PATH];

/** The parameter of a path that chooses among its screens. */
const CHOOSERS: Record<string, string> = { '/auth': 'tab', '/client': 'section', '/admin': 'section' };

/** The screens whose HTML the build renders: a path, and after the hyphen the value of its parameter. */
export const PAGES = [
  '/auth',
  '/auth-sign-in',
  '/auth-register',
  '/client',
  '/client-services',
  '/client-invoices',
  '/client-support',
  '/client-profile',
  '/admin',
  '/admin-users',
  '/admin-jobs',
  '/admin-account',
] as const;

/** Returns the address of one of these screens, as the browser's router reads it. */
export const addressOf = (page: string): string => {
  const [, path = '', choice] = /^(\/[a-z]+)(?:-(.+))?$/.exec(page) ?? [];

  return choice ? `${path}?${CHOOSERS[path]}=${choice}` : path;
};

/** Returns the file that holds one of these screens. */
export const pageFileOf = (page: string): string => `/pages${page}.html`;

/** Returns every value of a parameter in an address. */
type ReadParameter = (name: string) => readonly string[];

/*
 * The rules below also run at CloudFront (infra/edge/), whose JavaScript runtime 2.0 knows no
 * destructuring, spread, optional chaining or for-of:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
 */

const pageOf = (path: string, readParameter: ReadParameter): string | undefined => {
  const chooser = CHOOSERS[path];
  // The parameter 'ended' shows a note that the session has ended, which no rendered page has.
  if (!chooser || readParameter('ended').length > 0) {
    return undefined;
  }

  const choices = readParameter(chooser);
  if (choices.length > 1) {
    return undefined;
  }

  return PAGES.find((page) => page === (choices[0] ? `${path}-${choices[0]}` : path));
};

/**
 * Returns the site's file that answers an address. An address that names no file and has no rendered page is a screen
 * of the single page.
 */
export const fileOf = (path: string, readParameter: ReadParameter): string => {
  if (path.startsWith('/assets/') || PUBLIC_FILES.includes(path)) {
    return path;
  }
  const page = pageOf(path, readParameter);

  return page ? pageFileOf(page) : '/index.html';
};

/** The encodings in which the functions compress an answer, the one with the smaller result first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Returns the first of them that a viewer accepts, by its Accept-Encoding. */
export const chooseEncoding = (accepted: string): Encoding | undefined => {
  const taken = accepted
    .toLowerCase()
    .split(',')
    .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
    .map((each) => (each.split(';')[0] || '').trim());

  return ENCODINGS.find((encoding) => taken.includes(encoding));
};
