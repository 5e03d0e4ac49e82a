import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
// The mails are hostile on purpose: the portal's own `test` fails on what a browser reports about them.
import { expect, test } from '@playwright/test';
import { type HttpServer, startHttpServer } from '#local/http/http-server.ts';
import { type Ses, startSes } from '#local/ses/ses.ts';
import { findViolations } from '../axe.ts';

let folder: string;
let ses: Ses;
let client: SESv2Client;
let outside: HttpServer;
let calls: string[];

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailbox-'));
  ses = await startSes({
    folder,
    account: { identities: ['owconnect.example'], configurationSets: ['ow-connect'] },
  });
  client = new SESv2Client({
    endpoint: ses.url,
    region: 'af-south-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  calls = [];
  outside = await startHttpServer(({ url }) => {
    calls.push(url.pathname);

    return { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Outside</h1>' };
  });
});

test.afterEach(async () => {
  await Promise.all([ses.close(), outside.close()]);
  client.destroy();
  await rm(folder, { recursive: true });
});

const send = async (subject: string, html: string, to = 'naledi@example.com') => {
  const { MessageId: id } = await client.send(
    new SendEmailCommand({
      FromEmailAddress: 'OW Connect <mail@owconnect.example>',
      Destination: { ToAddresses: [to] },
      ConfigurationSetName: 'ow-connect',
      Content: {
        Simple: {
          Subject: { Data: subject, Charset: 'UTF-8' },
          Body: { Html: { Data: html, Charset: 'UTF-8' }, Text: { Data: subject, Charset: 'UTF-8' } },
        },
      },
    }),
  );

  return `${ses.mailboxUrl}/messages/${id}`;
};

test('a hostile mail runs and loads nothing in the mailbox, and its link opens a tab', async ({ page }) => {
  const address = await send(
    'Hostile',
    `<html><head><base target="_top"><meta http-equiv="refresh" content="0;url=${outside.url}/refresh">
<link rel="stylesheet" href="${outside.url}/style"><style>p { background: url(${outside.url}/background) }</style></head>
<body onload="top.location='${outside.url}/onload'"><img src="${outside.url}/pixel" alt="">
<iframe src="${outside.url}/frame"></iframe><script>fetch('${outside.url}/script'); top.document.title = 'taken'</script>
<form action="${outside.url}/form"><button>Send</button></form><p><a href="${outside.url}/reset-password#token">Go on</a></p></body></html>`,
  );
  for (const place of [address, `${address}/html`]) {
    await page.goto(place);
    const mail = place === address ? page.frameLocator('iframe') : page;
    await mail.getByRole('button', { name: 'Send' }).click();
    const opened = page.waitForEvent('popup');
    await mail.getByRole('link', { name: 'Go on' }).click();
    const tab = await opened;
    await expect(tab.getByRole('heading', { name: 'Outside' })).toBeVisible();

    expect(tab.url()).toBe(`${outside.url}/reset-password#token`);
    expect(page.url()).toBe(place);
    expect(calls.filter((path) => path !== '/reset-password' && path !== '/favicon.ico')).toEqual([]);
    await tab.close();
  }
});

test('the open mailbox shows a mail that comes, and offers it while somebody types', async ({ page }) => {
  await page.goto(ses.mailboxUrl);
  await expect(page.getByText('No mail was sent yet.')).toBeVisible();
  await send('The first', '<p>One</p>');
  await expect(page.getByRole('link', { name: /The first/ })).toBeVisible();

  await page.getByRole('searchbox').fill('second');
  await send('The second', '<p>Two</p>');
  await page.getByRole('link', { name: 'A new mail has come: show it' }).click();
  await expect(page.getByRole('link', { name: /The second/ })).toBeVisible();
});

test('the button of a bounce in the mailbox publishes its event about a mail', async ({ page }) => {
  await page.goto(await send('Your invoice', '<p>Attached</p>'));
  await page.getByRole('button', { name: 'Bounced: no such mailbox' }).click();

  await expect(page.getByRole('list').getByText('Bounced')).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the mailbox has no fault that axe finds at 360 px in ${colorScheme} colours`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme });
    const page = await context.newPage();
    const long = 'x'.repeat(100);
    const address = await send(long, `<p>${long}</p>`, `${'n'.repeat(60)}@${'d'.repeat(60)}.example`);
    ses.plantFault('hang', { to: `${long}@example.com` });

    for (const place of [
      ses.mailboxUrl,
      `${address}?view=text`,
      `${address}?view=headers`,
      `${ses.mailboxUrl}/faults`,
    ]) {
      await page.goto(place);
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    }
    await context.close();
  });
}
