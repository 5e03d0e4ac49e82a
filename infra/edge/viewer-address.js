/** The first four of an IPv6 address's eight groups: a household or phone holds the whole /64 behind them. */
function cutToNetwork(address) {
  const [head, tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');

  if (tail !== undefined) {
    const tailGroups = tail === '' ? [] : tail.split(':');
    while (groups.length + tailGroups.length < 8) groups.push('0');
  }

  return `${groups.slice(0, 4).join(':')}::`;
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
