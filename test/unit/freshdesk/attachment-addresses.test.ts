import { describe, expect, it } from 'vitest';
import { makeAddressCheck } from '#functions/adapters/freshdesk/attachment-addresses.ts';

const isFetchable = makeAddressCheck([
  'https://s3.amazonaws.com/cdn.freshdesk.com/',
  'https://attachment.freshdesk.com',
]);

describe('addresses of attachments', () => {
  it.each([
    'https://s3.amazonaws.com/cdn.freshdesk.com/data/helpdesk/attachments/production/1/original/a.png?X-Amz-Expires=300',
    'https://attachment.freshdesk.com/inline/attachment?token=abc',
    'https://ATTACHMENT.freshdesk.com:443/inline',
  ])('the portal may fetch an attachment from %s', (address) => {
    expect(isFetchable(address)).toBe(true);
  });

  it.each([
    ['another bucket', 'https://s3.amazonaws.com/evil/a.png'],
    ['a bucket with a longer name', 'https://s3.amazonaws.com/cdn.freshdesk.com.evil/a.png'],
    ['a path that leaves the folder', 'https://s3.amazonaws.com/cdn.freshdesk.com/../evil/a.png'],
    [
      'an encoded path that leaves the folder',
      'https://s3.amazonaws.com/cdn.freshdesk.com/%2e%2e/evil/a.png',
    ],
    ['another host', 'https://evil.example/cdn.freshdesk.com/a.png'],
    ['a host with the same beginning', 'https://attachment.freshdesk.com.evil.example/a.png'],
    ['a user who looks like a host', 'https://attachment.freshdesk.com@evil.example/a.png'],
    ['a user at the right host', 'https://me:secret@attachment.freshdesk.com/a.png'],
    ['another port', 'https://attachment.freshdesk.com:8443/a.png'],
    ['another scheme', 'http://attachment.freshdesk.com/a.png'],
    ['an internal address of the AWS account', 'http://169.254.169.254/latest/meta-data/'],
    ['a script', 'javascript:alert(1)'],
    ['a control character, which a URL parser ignores', 'https://attachment.freshdesk.com/a\n.png'],
    ['a NUL', 'https://attachment.freshdesk.com/a\0.png'],
    ['a relative path', 'a.png'],
    ['an empty text', ''],
  ])('the portal may not fetch an attachment from %s', (_case, address) => {
    expect(isFetchable(address)).toBe(false);
  });
});
