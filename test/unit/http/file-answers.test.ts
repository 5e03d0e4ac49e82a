import { parse } from 'content-disposition';
import { describe, expect, it } from 'vitest';
import { toSuccessAnswer } from '#functions/http/success-answer.ts';
import { findRoute, type RouteId } from '#shared/contract/index.ts';

const answer = (routeId: RouteId, result: unknown) => {
  const { headers = {}, ...rest } = toSuccessAnswer(findRoute(routeId), result, []);
  const disposition = String(headers['content-disposition'] ?? '');

  return { ...rest, headers, disposition };
};
const attach = (fileName: string) =>
  answer('tickets.attachment', { fileName, bytes: new Uint8Array([0, 255, 10]) });

describe('files uploaded by outsiders', () => {
  it('an attachment is answered as a sandboxed download, never as a page to show', () => {
    const { statusCode, headers, body, isBase64Encoded } = attach('plan.html');

    expect(statusCode).toBe(200);
    expect(headers).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=plan.html',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    });
    expect(isBase64Encoded).toBe(true);
    expect(Buffer.from(body ?? '', 'base64')).toEqual(Buffer.from([0, 255, 10]));
  });

  it('an attachment stored elsewhere is answered with a redirect to its address', () => {
    const { statusCode, headers, body } = answer('tickets.attachment', {
      location: 'https://files.example/a?b=c',
    });

    expect(statusCode).toBe(303);
    expect(headers.location).toBe('https://files.example/a?b=c');
    expect(body).toBeUndefined();
  });

  it.each([
    ['one word', 'router.log', 'router.log'],
    ['words', 'my photo (1).png', 'my photo (1).png'],
    ['quotes and a backslash', 'my "best\\" photo.png', 'my _best__ photo.png'],
    ['another parameter inside', 'a"; filename=evil.exe; x=".png', 'a_; filename=evil.exe; x=_.png'],
    ['a line break that starts a header', 'a\r\nSet-Cookie: session=1.png', 'a__Set-Cookie_ session=1.png'],
    ['a path out of its folder', '../../etc/passwd', '_.._etc_passwd'],
    ['a path out of a Windows folder', '..\\..\\C:\\autoexec.bat', '_.._C__autoexec.bat'],
    ['a leading dot', '.bashrc', 'bashrc'],
    ['other scripts', 'Übersicht 日本 😀.pdf', 'Übersicht 日本 😀.pdf'],
    ['percent signs', '100%41 of it.txt', '100%41 of it.txt'],
    ['a control character that reverses the text direction', 'invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['half a character', 'half\uD83D.png', 'half\uFFFD.png'],
    ['a NUL', 'a\0b.png', 'a_b.png'],
    ['no character', '', 'download'],
    ['only dots', '...', 'download'],
    ['only removed characters', '\u202E/', 'download'],
  ])('a file with a name of %s gets a safe name', (_case, name, expected) => {
    const { disposition } = attach(name);

    expect(disposition).toMatch(/^attachment; filename=[\x20-\x7e]+$/);
    expect(parse(disposition)).toEqual({
      type: 'attachment',
      parameters: expect.objectContaining({ filename: expected }),
    });
  });

  it.each([
    ['letters', 'a'],
    ['characters of four bytes', '😀'],
    ['dots', '.'],
  ])('a file with a name of 5,000 %s gets a short name with the same extension', (_case, character) => {
    const { disposition } = attach(`x${character.repeat(5_000)}.pdf`);

    expect(disposition.length).toBeLessThan(1_600);
    expect(parse(disposition).parameters.filename).toMatch(/^x.+\.pdf$/u);
  });
});

describe('files that the portal makes', () => {
  it.each([
    ['invoices.download', 'INV-2026-000001.pdf', 'inline; filename=INV-2026-000001.pdf'],
    ['users.export', 'users-2026-11-21.csv', 'attachment; filename=users-2026-11-21.csv'],
  ] as const)(
    "the file of %s has its own name and no policy but the site's",
    (routeId, fileName, expected) => {
      const { headers, disposition } = answer(routeId, { fileName, bytes: new Uint8Array() });

      expect(disposition).toBe(expected);
      expect(headers).not.toHaveProperty('content-security-policy');
    },
  );
});
