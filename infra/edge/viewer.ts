import { chooseEncoding, VIEWER_ADDRESS_HEADER, VIEWER_ENCODING_HEADER } from '#shared/edge.ts';

interface ViewerEvent {
  viewer: { ip: string };
  request: { headers: Record<string, { value: string }> };
}

/**
 * The first four of an IPv6 address's eight groups: a household or phone holds the whole /64 behind them. Written
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
 * Tells the functions who asks and how they may compress the answer, over whatever the caller sent by those names. The
 * latter has a name of its own, because CloudFront changes Accept-Encoding on the way.
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
