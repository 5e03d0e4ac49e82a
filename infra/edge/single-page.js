/** As shared/edge.ts has them: the files of the site with names of their own, but for those under /assets/. */
const PUBLIC_FILES = ['/color-mode.js', '/first-reads.js', '/favicon.svg', '/third-party-notices.txt'];

/** As shared/edge.ts has them: the parameter that chooses a path's screen, and the screens with HTML of their own. */
const CHOOSERS = { '/auth': 'tab', '/client': 'section', '/admin': 'section' };
const PAGES = [
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
];

function pageOf(path, query) {
  const chooser = CHOOSERS[path];
  if (!chooser || query.ended) return undefined;
  const choice = query[chooser] || {};
  if (choice.multiValue) return undefined;
  const page = choice.value ? `${path}-${choice.value}` : path;

  return PAGES.includes(page) ? page : undefined;
}

/**
 * Every address that names no file is a screen of the one page; the browser's router takes it from there. Written
 * without optional chaining, which CloudFront's runtime may not know.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name, and knows no modules.
function handler(event) {
  const request = event.request;
  const isFile = request.uri.startsWith('/assets/') || PUBLIC_FILES.includes(request.uri);
  if (isFile) return request;

  const page = pageOf(request.uri, request.querystring);
  request.uri = page ? `/pages${page}.html` : '/index.html';

  return request;
}
