import { chooseEncoding, VIEWER_ADDRESS_HEADER, VIEWER_ENCODING_HEADER } from '#shared/edge.ts';

interface ViewerEvent {
  viewer: { ip: string };
  request: { headers: Record<string, { value: string }> };
}

/**
 * Returns the first four of an IPv6 address's eight groups: a household or phone has the whole /64 behind them. Written
 * without destructuring and spread, which CloudFront's runtime does not know.
 */
const cutToNetwork = (address: string): string => {
  const sides = address.split('::');
  const groupsOf = (side: string | undefined) => (side ? side.split(':') : []);
  const first = groupsOf(sides[0]);
  const last = groupsOf(sides[1]);
  while (first.length + last.length < 8) {
    first.push('0');
  }

  return `${first.concat(last).slice(0, 4).join(':')}::`;
};

/**
 * Sets the headers with the viewer's address and the encoding that it accepts, and overwrites any that the caller sent
 * under these names. The encoding has its own header because CloudFront changes Accept-Encoding on the way.
 */
export function handler(event: ViewerEvent): ViewerEvent['request'] {
  const address = event.viewer.ip;
  const headers = event.request.headers;
  const accepted = headers['accept-encoding'];
  const encoding = accepted && chooseEncoding(accepted.value);

  headers[VIEWER_ADDRESS_HEADER] = { value: address.includes(':') ? cutToNetwork(address) : address };
  delete headers[VIEWER_ENCODING_HEADER];
  if (encoding) {
    headers[VIEWER_ENCODING_HEADER] = { value: encoding };
  }

  return event.request;
}
