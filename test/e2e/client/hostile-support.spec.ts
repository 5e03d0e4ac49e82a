import type { APIRequestContext, Page } from '@playwright/test';
import type { Ticket } from '#shared/contract/tickets.ts';
import {
  LINK_REL,
  leadsOutside,
  leadsToAttachment,
  TICKET_ATTRIBUTES,
  TICKET_TAGS,
} from '#shared/tickets/ticket-markup.ts';
import { takeClient } from '#test/e2e/people.ts';
import { expect, startSession, test } from '#test/e2e/portal.ts';
import { CANARY, HOSTILE_HTML } from '#test/support/helpdesk/hostile-html.ts';

const { 'too much': TOO_MUCH = [], ...CLASSES } = HOSTILE_HTML;
const TEXTS = Object.values(CLASSES).flat();

const ATTACK = `<img src=x onerror="${CANARY}=1">`;
const SUBJECT = `No signal ${ATTACK}`;
const TAG = '<svg onload=hostileTextRan=1>';
const FILE = `plan ${ATTACK}.txt`;
const END = 'This stands at the end';

const openTicket = async (request: APIRequestContext): Promise<Ticket> => {
  const answer = await request.post('/api/support/tickets', {
    headers: { origin: process.env.PORTAL_URL ?? '' },
    data: { subject: SUBJECT, description: ATTACK, tags: [TAG] },
  });
  if (answer.status() !== 201) {
    throw new Error(`Opening a ticket answered ${answer.status()}`);
  }

  return answer.json();
};

/** Sets the description as the requester's mail program would have written it. */
const describeTicket = (id: number, html: string) =>
  fetch(`${process.env.PORTAL_CONTROL_URL}/tickets/${id}/description`, { method: 'PUT', body: html });

const answerAsAgent = async (id: number, html: string, picture?: File) => {
  const form = new FormData();
  const fields = { kind: 'reply', text: html, markup: 'yes', ...(picture && { inline: 'yes' }) };
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, value);
  }
  if (picture) {
    form.append('file', picture);
    form.append('file', new File(['plan'], FILE));
  }
  const origin = process.env.AGENT_URL ?? '';
  const answer = await fetch(`${origin}/a/tickets/${id}/entries`, {
    method: 'POST',
    body: form,
    headers: { origin },
    redirect: 'manual',
  });
  if (answer.status !== 303) {
    throw new Error(`The agents' answer was answered with ${answer.status}`);
  }
};

interface Shown {
  tag: string;
  attributes: [string, string][];
  position: string;
}

/** Reads every element in the shown texts of others. */
const readShown = (page: Page): Promise<Shown[]> =>
  page.evaluate(`
    [...document.querySelectorAll('[data-html-of-others] *')].map((element) => ({
      tag: element.localName,
      attributes: element.getAttributeNames().map((name) => [name, element.getAttribute(name)]),
      position: getComputedStyle(element).position,
    }))`);

const isOurs = ([name, value]: [string, string]) =>
  (name === 'rel' && value === LINK_REL) ||
  (name === 'target' && value === '_blank') ||
  (name === 'data-scrolls' && value === '') ||
  (name === 'tabindex' && value === '0');

const isHarmless = ([name, value]: [string, string]) =>
  TICKET_ATTRIBUTES.includes(name) && (name !== 'href' || leadsOutside(value) || leadsToAttachment(value));

const findFaults = (shown: Shown[]) =>
  shown.filter(
    ({ tag, attributes, position }) =>
      !TICKET_TAGS.includes(tag) ||
      position !== 'static' ||
      !attributes.every((attribute) => isOurs(attribute) || isHarmless(attribute)),
  );

/** Collects the page's requests to anybody but the portal. */
const hearForeignRequests = (page: Page): string[] => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && origin !== process.env.PORTAL_URL) {
      foreign.push(request.url());
    }
  });

  return foreign;
};

const hasRun = (page: Page) => page.evaluate(`'${CANARY}' in window`);

test('nothing that others write into a ticket runs, fetches or takes over the page', async ({ page }) => {
  const client = await takeClient();
  await startSession(page, client.User_Email);
  const { id } = await openTicket(page.request);
  await describeTicket(id, `${TEXTS.join('\n')}<p>${END}</p>`);
  await answerAsAgent(id, ATTACK, new File(['png'], `${ATTACK}.png`, { type: 'image/png' }));
  for (const text of TEXTS) {
    await answerAsAgent(id, `${text}<p>x</p>`);
  }
  await answerAsAgent(id, TOO_MUCH[0] ?? '');
  await answerAsAgent(id, `<p>${END}</p>`);
  const foreign = hearForeignRequests(page);
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs += 1;
    void dialog.dismiss();
  });

  await page.goto('/client?section=support');
  await expect(page.getByText(SUBJECT).first()).toBeVisible();
  await expect(page.getByText(TAG).first()).toBeVisible();
  // An open dialog hides the header from screen readers, but not from the eye.
  const header = page.getByRole('banner', { includeHidden: true });
  const place = await header.boundingBox();

  await page.getByRole('link', { name: `View ${SUBJECT}` }).click();
  const dialog = page.getByRole('dialog', { name: SUBJECT });
  await expect(dialog.getByRole('list', { name: 'Conversation' })).toContainText(END);
  await expect(dialog.getByText(FILE)).toBeVisible();
  await expect(dialog.getByRole('link', { name: `${ATTACK}.png` }).first()).toHaveAttribute(
    'href',
    new RegExp(`^/api/support/tickets/${id}/attachments/\\d+$`),
  );

  const shown = await readShown(page);
  expect(shown.length).toBeGreaterThan(TEXTS.length);
  expect(findFaults(shown)).toEqual([]);
  expect(await hasRun(page)).toBe(false);
  expect(foreign).toEqual([]);
  expect(dialogs).toBe(0);
  expect(await header.boundingBox()).toEqual(place);
  expect(
    await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
  ).toBe(true);
});
