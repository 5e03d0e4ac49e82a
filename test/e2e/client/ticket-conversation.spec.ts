import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Ticket } from '#shared/contract/tickets.ts';
import { expectNoViolations, findViolations } from '#test/e2e/axe.ts';
import { takeClient } from '#test/e2e/people.ts';
import { expect, startSession, test } from '#test/e2e/portal.ts';

const DESCRIPTION = 'Since Monday our line drops at about 19:00.';
const ANSWER = 'Please restart it, and read the steps in the file.';
const SECRET = 'This client is three months behind with payments.';
const FILE = { name: 'steps.txt', mimeType: 'text/plain', buffer: Buffer.from('1. Unplug it.\n2. Wait.\n') };

/** Opens a ticket of a demo client, and signs the client in. */
const openTicket = async (page: Page): Promise<Ticket> => {
  const client = await takeClient();
  await startSession(page, client.User_Email);
  const answer = await page.request.post('/api/support/tickets', {
    headers: { origin: process.env.PORTAL_URL ?? '' },
    data: { subject: `No line in the evening, ${client.OWNumber}`, description: DESCRIPTION, priority: 3 },
  });
  const { id }: Ticket = await answer.json();
  const read = async (): Promise<Ticket> => (await page.request.get(`/api/support/tickets/${id}`)).json();
  // If the helpdesk was slow, the ticket waits for the worker.
  await expect.poll(async () => (await read()).delivery, { timeout: 90_000 }).toBe('sent');
  const ticket = await read();
  await page.goto('/client?section=support');
  await page.getByRole('link', { name: new RegExp(`^View ${ticket.subject}`) }).click();

  return ticket;
};

/** Opens the helpdesk agents' view of a ticket in a second page. */
const openAgentPage = async (page: Page, ticketId: number) => {
  const desk = await page.context().newPage();
  await desk.goto(`${process.env.AGENT_URL}/a/tickets/${ticketId}`);

  return {
    write: async (kind: 'Reply' | 'Public note' | 'Private note', text: string, file?: typeof FILE) => {
      await desk.getByLabel('Kind').selectOption(kind);
      await desk.getByLabel('Text', { exact: true }).fill(text);
      if (file) {
        await desk.getByLabel('Attachment').setInputFiles(file);
      }
      await desk.getByRole('button', { name: 'Send' }).click();
      await expect(desk.getByText(text)).toBeVisible();
    },
    /** Writes HTML, or as a person who was copied in. */
    writeAs: async ({ as, html }: { as?: RegExp; html: string }) => {
      if (as) {
        const author = await desk
          .getByLabel('As')
          .locator('option')
          .filter({ hasText: as })
          .getAttribute('value');
        await desk.getByLabel('As').selectOption(author ?? '');
        await desk.getByLabel('Kind').selectOption('Public note');
      }
      await desk.getByLabel('Text', { exact: true }).fill(html);
      await desk.getByLabel('The text is HTML').check();
      await desk.getByRole('button', { name: 'Send' }).click();
      await expect(desk.getByLabel('Text', { exact: true })).toHaveValue('');
    },
    mergeInto: async (into: number) => {
      await desk.getByLabel('Into ticket number').fill(String(into));
      await desk.getByRole('button', { name: 'Merge' }).click();
      await expect(desk.getByText(`merged into ticket ${into}`)).toBeVisible();
    },
    expectToRead: (text: string) => expect(desk.getByText(text)).toBeVisible(),
    close: () => desk.close(),
  };
};

const dialogOf = (page: Page) => page.getByRole('dialog');
const entriesOf = (page: Page) =>
  dialogOf(page).getByRole('list', { name: 'Conversation' }).getByRole('article');

const reply = async (page: Page, text: string): Promise<void> => {
  const dialog = dialogOf(page);
  // An empty conversation shows the form at once, instead of the button.
  await expect(dialog.getByText('Nobody has replied yet.').or(entriesOf(page).first())).toBeVisible();
  const asked = dialog.getByRole('button', { name: 'Reply to Ticket' });
  const box = dialog.getByLabel('Your reply');
  await expect(asked.or(box)).toBeVisible();
  if (await asked.isVisible()) {
    await asked.click();
  }
  await box.fill(text);
  await box.press('Control+Enter');
};

test('an answer is marked in the list until the client opens its ticket', async ({ page }) => {
  const ticket = await openTicket(page);
  await expect(dialogOf(page)).toContainText('Nobody has replied yet.');
  await page.keyboard.press('Escape');
  const row = page.getByRole('row').filter({ hasText: ticket.subject });
  await expect(row).toContainText('Waiting for us');

  const desk = await openAgentPage(page, ticket.id);
  await desk.write('Reply', ANSWER);
  await desk.close();
  const [answer] = await (await page.request.get(`/api/support/tickets/${ticket.id}/conversations`)).json();
  // The task that copies the tickets runs only once a minute.
  await page.route('**/api/support/tickets', async (route) => {
    const response = await route.fetch();
    const tickets: Ticket[] = await response.json();
    const json = tickets.map((listed) =>
      listed.id === ticket.id ? { ...listed, agent_responded_at: answer.created_at } : listed,
    );
    await route.fulfill({ response, json });
  });
  await page.reload();
  await expect(row).toContainText('New answer');

  await row.getByRole('link', { name: /^View / }).click();
  await expect(entriesOf(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(row).not.toContainText('New answer');
});

test('a client and an agent talk on a ticket, with a file, until the client closes it', async ({ page }) => {
  const ticket = await openTicket(page);
  const dialog = dialogOf(page);
  await expect(dialog).toHaveAccessibleName(ticket.subject);
  await expect(page).toHaveURL(new RegExp(`open=ticket.view%3A${ticket.id}`));
  await expect(dialog).toContainText(DESCRIPTION);
  // Nobody has replied yet, so the form is open from the beginning.
  await expect(dialog.getByLabel('Your reply')).toBeVisible();

  await reply(page, 'It happened\nagain <b>today</b>.');
  await expect(page.locator('[data-tone="success"]')).toContainText('Reply Added');
  await expect(entriesOf(page)).toHaveCount(1);
  await expect(entriesOf(page).first()).toHaveAccessibleName(/^You, \w{3} \d\d, \d{4} \d\d:\d\d$/);
  await expect(entriesOf(page).first()).toContainText('again <b>today</b>.');

  const agent = await openAgentPage(page, ticket.id);
  await agent.expectToRead('again <b>today</b>.');
  await agent.write('Private note', SECRET);
  await agent.write('Reply', ANSWER, FILE);
  await agent.close();

  await dialog.getByRole('button', { name: 'Refresh' }).click();
  await expect(entriesOf(page)).toHaveCount(2);
  const answer = entriesOf(page).last();
  await expect(answer).toHaveAccessibleName(/^Support Agent, /);
  await expect(answer).toContainText(ANSWER);
  await expect(dialog).not.toContainText(SECRET);
  await expect(dialog.getByRole('status').filter({ hasText: 'New reply: Support Agent' })).toBeAttached();

  const download = page.waitForEvent('download');
  await answer.getByRole('button', { name: 'steps.txt, 23 bytes' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('steps.txt');
  expect(readFileSync(await file.path(), 'utf8')).toBe(FILE.buffer.toString());

  await dialog.getByRole('button', { name: 'Close Ticket', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    'Are you sure you want to close this ticket? This action cannot be undone.',
  );
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Close ticket', exact: true }).click();
  await expect(page.locator('[data-tone="success"]')).toContainText('Ticket has been closed successfully.');
  await expect(page).not.toHaveURL(/open=/);

  await page.goto(`/client?section=support&open=ticket.view:${ticket.id}`);
  await expect(dialog).toContainText('This ticket is closed and takes no more replies.');
  await expect(dialog.getByRole('button', { name: /Reply to Ticket|Close Ticket/ })).toHaveCount(0);
  const refused = await page.request.post(`/api/support/tickets/${ticket.id}/replies`, {
    headers: { origin: process.env.PORTAL_URL ?? '' },
    data: { body: 'One more thing.' },
  });
  expect(refused.status()).toBe(409);
});

test('a failed reply returns its text to the form, where it survives a reload and is not lost without a question', async ({
  page,
}) => {
  await openTicket(page);
  let refusals = 1;
  await page.route('**/replies', (route) => {
    refusals -= 1;
    return refusals >= 0 ? route.fulfill({ status: 503, json: {} }) : route.fallback();
  });
  const box = dialogOf(page).getByLabel('Your reply');
  await reply(page, 'It is back.');
  await expect(page.locator('[data-tone="error"]')).toContainText('Reply Failed');
  await expect(box).toHaveValue('It is back.');
  await expect(box).toBeFocused();
  await expect(entriesOf(page)).toHaveCount(0);

  await page.reload();
  await expect(box).toHaveValue('It is back.');
  await expect(box).toBeFocused();
  await expect(box).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();

  await dialogOf(page).getByRole('button', { name: 'Send Reply' }).click();
  await expect(page.locator('[data-tone="success"]')).toContainText('Reply Added');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
});

test('Back closes the ticket and a reload restores it, and the View link gets the focus again after Escape', async ({
  page,
}) => {
  const { id, subject } = await openTicket(page);
  await expect(dialogOf(page)).toHaveAccessibleName(subject);
  await page.reload();
  await expect(dialogOf(page)).toHaveAccessibleName(subject);
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);

  const link = page.getByRole('link', { name: new RegExp(`^View ${subject}`) });
  await link.click();
  await expect(page).toHaveURL(new RegExp(`open=ticket.view%3A${id}`));
  await expect(dialogOf(page).getByRole('region', { name: 'Ticket and conversation' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(link).toBeFocused();

  await link.click();
  await expect(dialogOf(page)).toBeVisible();
  await page.goBack();
  await expect(dialogOf(page)).toHaveCount(0);
});

test("another client's ticket is not found, and there is a way back", async ({ page }) => {
  const { id } = await openTicket(page);
  const other = await takeClient();
  await startSession(page, other.User_Email);
  await page.goto(`/client?section=support&open=ticket.view:${id}`);
  await expect(dialogOf(page)).toContainText('Ticket not found');
  await dialogOf(page).getByRole('button', { name: 'Back to your tickets' }).click();
  await expect(page).not.toHaveURL(/open=/);
});

const SIDEWAYS_SCROLL = `(() => {
  const { scrollWidth, clientWidth } = document.querySelector('[role=dialog] [role=region]');
  return scrollWidth - clientWidth;
})()`;

test('the ticket dialog has no accessibility violation in either theme, and fits 360 px', async ({
  page,
}) => {
  const ticket = await openTicket(page);
  await reply(page, `A long word: ${'x'.repeat(200)}`);
  await expect(entriesOf(page)).toHaveCount(1);
  const agent = await openAgentPage(page, ticket.id);
  await agent.write('Reply', ANSWER, { ...FILE, name: `line test ${'x'.repeat(80)}.txt` });
  await agent.close();
  await dialogOf(page).getByRole('button', { name: 'Refresh' }).click();
  await expect(entriesOf(page)).toHaveCount(2);

  expect(await page.evaluate(SIDEWAYS_SCROLL)).toBe(0);
  await expectNoViolations(page, '[role=dialog]');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(SIDEWAYS_SCROLL)).toBe(0);
  expect(await findViolations(page, '[role=dialog]')).toEqual([]);
});

test('a conversation says what it cannot show, who is not from us, and that it was joined', async ({
  page,
}) => {
  const other = await openTicket(page);
  const created = await page.request.post('/api/support/tickets', {
    headers: { origin: process.env.PORTAL_URL ?? '' },
    data: { subject: `The same again, ${other.id}`, description: 'a   b', priority: 2 },
  });
  const ticket: Ticket = await created.json();
  const desk = await openAgentPage(page, ticket.id);
  await desk.writeAs({ html: '<img src="https://pictures.example/x.png">' });
  await desk.writeAs({ as: /copied in/, html: '<p>Our bank details have changed.</p>' });

  await page.goto(`/client?section=support&open=ticket.view:${ticket.id}`);
  const [picture, stranger] = [entriesOf(page).nth(0), entriesOf(page).nth(1)];
  await expect(picture).toContainText('[picture]');
  await expect(picture).toHaveAccessibleName(/^Support Agent, /);
  await expect(stranger).toContainText('Not from us');
  await expect(stranger).toHaveAccessibleName(/^Not from us, Mallory Bank, /);
  await expect(stranger).not.toContainText('Support Agent');
  await expectNoViolations(page);

  await desk.mergeInto(other.id);
  await desk.close();
  await dialogOf(page).getByRole('button', { name: 'Refresh' }).click();
  await expect(entriesOf(page)).toHaveCount(1);
  await expect(entriesOf(page)).toContainText('This ticket was joined with another one.');
  await entriesOf(page)
    .getByRole('link', { name: `Open ticket #${other.id}` })
    .click();
  await expect(entriesOf(page)).toHaveCount(2);
});
