/** What stands between browser and functions: CloudFront on AWS, the gateway on a laptop. Both say it with these. */

/** Who asks: the viewer's address, IPv6 cut to /64, set over whatever the caller sent. */
export const VIEWER_ADDRESS_HEADER = 'x-viewer-address';

/** How the viewer takes an answer compressed, set over whatever the caller sent; missing if it does not. */
export const VIEWER_ENCODING_HEADER = 'x-viewer-encoding';

/** Proves that a request came through CloudFront: an HTTP API is reachable by its own address too. */
export const ORIGIN_VERIFY_HEADER = 'x-origin-verify';

/** The headers that the functions read of a request: beside cookies and those three, CloudFront passes no other. */
export const REQUEST_HEADERS = ['origin', 'content-type', 'sec-fetch-site', 'idempotency-key'];

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

/** How long the files of the site are kept; their names carry a hash of what they hold, but for a few. */
export const SITE_CACHE = {
  hashed: 'public, max-age=31536000, immutable',
  /** A browser asks each time. CloudFront does not, because each deployment tells it to forget what it has. */
  named: 'public, max-age=0, must-revalidate, s-maxage=300',
} as const;

/** Name, version and licence of each package whose code or font the site holds; the build writes it. */
export const NOTICES_PATH = '/third-party-notices.txt';

/** The files of the site with names of their own, from web/public/ but for one; Vite puts all others under /assets/. */
export const PUBLIC_FILES = [
  '/color-mode.js',
  '/late-scripts.js',
  '/first-reads.js',
  '/favicon.svg',
  NOTICES_PATH,
];

/** The parameter of a path that chooses among its screens. */
const CHOOSERS: Record<string, string> = { '/auth': 'tab', '/client': 'section', '/admin': 'section' };

/** The screens whose HTML the build writes ahead: a path, and after the hyphen what its parameter says. */
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
] as const;

/** The address of such a screen, as the browser's router reads it. */
export const addressOf = (page: string): string => {
  const [, path = '', choice] = /^(\/[a-z]+)(?:-(.+))?$/.exec(page) ?? [];

  return choice ? `${path}?${CHOOSERS[path]}=${choice}` : path;
};

/** The file that holds such a screen. */
export const pageFileOf = (page: string): string => `/pages${page}.html`;

/** Every value that an address gives a parameter. */
type ReadParameter = (name: string) => readonly string[];

/*
 * The rules below also run at CloudFront (infra/edge/), whose JavaScript runtime 2.0 knows no
 * destructuring, spread, optional chaining or for-of:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
 */

const pageOf = (path: string, readParameter: ReadParameter): string | undefined => {
  const chooser = CHOOSERS[path];
  // A note tells that a session has ended, and no page shows it.
  if (!chooser || readParameter('ended').length > 0) {
    return undefined;
  }

  const choices = readParameter(chooser);
  if (choices.length > 1) {
    return undefined;
  }

  return PAGES.find((page) => page === (choices[0] ? `${path}-${choices[0]}` : path));
};

/** Which file of the site answers an address: one that names none, and has no page, is a screen of the one page. */
export const fileOf = (path: string, readParameter: ReadParameter): string => {
  if (path.startsWith('/assets/') || PUBLIC_FILES.includes(path)) {
    return path;
  }
  const page = pageOf(path, readParameter);

  return page ? pageFileOf(page) : '/index.html';
};

/** The encodings that the functions compress an answer with, the smaller one first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The first of them that a viewer takes, by its Accept-Encoding. */
export const chooseEncoding = (accepted: string): Encoding | undefined => {
  const taken = accepted
    .toLowerCase()
    .split(',')
    .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
    .map((each) => (each.split(';')[0] || '').trim());

  return ENCODINGS.find((encoding) => taken.includes(encoding));
};
