/** The files of the site with names of their own, as shared/edge.ts has them; Vite puts all others under /assets/. */
const PUBLIC_FILES = ['/color-mode.js', '/favicon.svg', '/third-party-notices.txt'];

/** Every address that names no file is a screen of the one page; the browser's router takes it from there. */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name, and knows no modules.
function handler(event) {
  const request = event.request;
  const isFile = request.uri.startsWith('/assets/') || PUBLIC_FILES.includes(request.uri);
  if (!isFile) request.uri = '/index.html';

  return request;
}
