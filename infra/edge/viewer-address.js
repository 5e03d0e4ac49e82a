/**
 * The first four of an IPv6 address's eight groups: a household or phone holds the whole /64 behind them. Written
 * without destructuring and spread, which CloudFront's runtime does not know.
 */
function cutToNetwork(address) {
  const sides = address.split('::');
  const first = sides[0] === '' ? [] : sides[0].split(':');
  const last = sides.length < 2 || sides[1] === '' ? [] : sides[1].split(':');
  while (first.length + last.length < 8) first.push('0');

  return `${first.concat(last).slice(0, 4).join(':')}::`;
}

/** Tells the functions who asks, over whatever the caller sent by that name. */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name, and knows no modules.
function handler(event) {
  const address = event.viewer.ip;
  event.request.headers['x-viewer-address'] = {
    value: address.includes(':') ? cutToNetwork(address) : address,
  };

  return event.request;
}
