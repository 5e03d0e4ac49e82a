import { createHash } from 'node:crypto';
import { request as openRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  events,
  file,
  openLocalSes,
  send,
  sendMail,
  ses,
  simple,
  utf8,
} from '#test/support/stand-ins/local-ses.ts';

openLocalSes();

const HOSTILE = '</pre></title><script>alert(1)</script><img src=x onerror=alert(2)>';

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${ses.mailboxUrl}${path}`, { headers, redirect: 'manual' });

const readPage = async (path: string) => (await get(path)).text();

const mails = z.array(
  z.looseObject({ id: z.string(), attachments: z.array(z.looseObject({ url: z.string() })) }),
);

const readJson = async (query = '') => mails.parse(await (await get(`/messages.json${query}`)).json());

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${ses.mailboxUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Sends a form as a browser does. */
const submit = (path: string, fields: Record<string, string>, origin = ses.mailboxUrl) =>
  fetch(`${ses.mailboxUrl}${path}`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });

/** Returns the status for another name in the address, which fetch does not let a caller set. */
const callAs = (host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    openRequest(ses.mailboxUrl, { headers: { host } }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end();
  });

describe('the mails as JSON', () => {
  it('come newest first, with text, HTML, headers and files by address', async () => {
    const first = await sendMail();
    const second = await sendMail({
      Content: {
        Simple: {
          ...file({ RawContent: Buffer.from('%PDF-1.7') }).Simple,
          Headers: [{ Name: 'Auto-Submitted', Value: 'auto-generated' }],
        },
      },
    });
    const list = await readJson();

    expect(list.map(({ id }) => id)).toEqual([second, first]);
    expect(list[0]).toEqual({
      id: second,
      to: 'naledi@example.com',
      from: 'OW Connect <mail@owconnect.example>',
      subject: 'Reset your password',
      html: '<p>Hello</p>',
      text: 'Hello',
      headers: expect.objectContaining({ To: 'naledi@example.com', 'Auto-Submitted': 'auto-generated' }),
      attachments: [{ name: 'INV-1.pdf', type: 'application/pdf', size: 8, url: expect.any(String) }],
      at: '2026-11-20T10:00:00.000Z',
    });
    expect(await (await fetch(list[0]?.attachments[0]?.url ?? '')).text()).toBe('%PDF-1.7');
  });

  it('the mails as JSON are those of one address, whatever the case of its letters', async () => {
    await sendMail();
    await sendMail({ Destination: { ToAddresses: ['Thabo@Example.com'] } });

    expect(await readJson('?to=THABO@example.com')).toMatchObject([{ to: 'Thabo@Example.com' }]);
    expect(await readJson('?to=thabo')).toEqual([]);
  });
});

describe('an answer of the outside world', () => {
  it('an answer of the outside world is published by a program or a button, and shown with the mail', async () => {
    const id = await sendMail();

    expect((await post(`/messages/${id}/events`, { type: 'bounce' })).status).toBe(204);
    expect(events.at(-1)).toMatchObject({ eventType: 'Bounce', mail: { messageId: id } });

    const answer = await submit(`/messages/${id}/events`, { type: 'complaint' });
    expect(answer.headers.get('location')).toBe(`/messages/${id}`);
    expect(events.at(-1)).toMatchObject({ eventType: 'Complaint' });
    expect(await readPage(`/messages/${id}`)).toContain('Complained');
  });

  it('an answer of the outside world is refused if it is of no known type, or about no mail', async () => {
    const id = await sendMail();

    expect((await post(`/messages/${id}/events`, { type: 'open' })).status).toBe(400);
    expect((await post('/messages/unknown/events', { type: 'bounce' })).status).toBe(404);
  });
});

describe('the list', () => {
  it('mails are found by address, subject or text', async () => {
    await sendMail();
    await sendMail({
      Destination: { ToAddresses: ['thabo@example.com'] },
      Content: simple({
        Subject: utf8('Your invoice'),
        Body: { Text: utf8('Amount due'), Html: utf8('<p>Amount due</p>') },
      }),
    });

    for (const words of ['THABO@', 'invoice', 'amount']) {
      const list = await readPage(`/?q=${words}`);
      expect(list).toContain('Your invoice');
      expect(list).not.toContain('Reset your password');
    }
    expect(await readPage('/?q=nobody')).toContain('No mail has &#39;nobody&#39;');
  });

  it('a page of the list has 100 mails', async () => {
    await Promise.all(Array.from({ length: 101 }, () => send()));

    expect((await readPage('/')).match(/class="subject"/g)).toHaveLength(100);
    expect((await readPage('/?page=2')).match(/class="subject"/g)).toHaveLength(1);
  });
});

describe("a mail's content", () => {
  it("a mail's content is escaped on every page, and no other script than our own may run there", async () => {
    const id = await sendMail({
      Content: simple({ Subject: utf8(HOSTILE), Body: { Text: utf8(HOSTILE), Html: utf8(HOSTILE) } }),
    });

    for (const path of [
      '/',
      `/?q=${encodeURIComponent('<script>')}`,
      ...['html', 'text', 'headers'].map((view) => `/messages/${id}?view=${view}`),
    ]) {
      const answer = await get(path);
      const text = await answer.text();
      const [, source] =
        /script-src 'sha256-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '') ?? [];
      const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) =>
        createHash('sha256').update(script).digest('base64'),
      );
      expect(text).not.toContain('<img');
      expect(scripts.filter((hash) => hash !== source)).toEqual([]);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });

  it("a mail's content stands in a frame whose links open a tab, and in which nothing runs or is loaded", async () => {
    const id = await sendMail({
      Content: simple({
        Body: {
          Text: utf8('B'),
          Html: utf8('<!DOCTYPE html><html lang="en"><head><title>A</title></head><body>B</body></html>'),
        },
      }),
    });
    expect(await readPage(`/messages/${id}`)).toContain(
      '<iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox"',
    );

    const answer = await get(`/messages/${id}/html`);
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';/);
    expect(policy).not.toMatch(/script|https?:/);
    expect(await answer.text()).toContain('<head><base target="_blank"><title>');
  });

  it("a mail's PDF is a file that is taken for no other type", async () => {
    const id = await sendMail({ Content: file() });
    const answer = await get(`/messages/${id}/attachments/0`);

    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await get(`/messages/${id}/attachments/1`)).status).toBe(404);
  });
});

describe('the mailbox', () => {
  it('the mailbox refuses other names than those of this computer', async () => {
    const { port } = new URL(ses.mailboxUrl);

    expect(await callAs(`localhost:${port}`)).toBe(200);
    expect(await callAs(`rebound.example:${port}`)).toBe(403);
  });

  it('the mailbox refuses the forms of other sites', async () => {
    const id = await sendMail();

    expect((await submit(`/messages/${id}/events`, { type: 'bounce' }, 'https://evil.example')).status).toBe(
      403,
    );
    expect((await submit('/faults', { fault: 'hang' }, 'null')).status).toBe(403);
    expect(events.some(({ eventType }) => eventType === 'Bounce')).toBe(false);
  });

  it('the mailbox switches faults on and off', async () => {
    await submit('/faults', { fault: 'MessageRejected', to: '', times: '' });
    await expect(send()).rejects.toMatchObject({ name: 'MessageRejected' });
    expect(await readPage('/faults')).toContain('until it is switched off');

    await submit('/faults/1/remove', {});
    await send();

    await post('/faults', { fault: 'SendingPausedException', to: 'naledi@example.com', times: 1 });
    await expect(send()).rejects.toMatchObject({ name: 'SendingPausedException' });
    await send();
    expect((await post('/faults', { fault: 'sleep' })).status).toBe(400);
  });
});
