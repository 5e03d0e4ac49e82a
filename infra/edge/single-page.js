/** Every address that names no file is a screen of the one page; the browser's router takes it from there. */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name, and knows no modules.
function handler(event) {
  const request = event.request;
  const lastSegment = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  if (!lastSegment.includes('.')) request.uri = '/index.html';

  return request;
}
