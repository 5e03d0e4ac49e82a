import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asAdmin, takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, CLIENT_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';

const WEB = join(import.meta.dirname, '../../../web');

/** The names of the rows in the source of a table. */
const namesIn = (source: string): string[] =>
  [...source.matchAll(/^ {2}'([a-z-]+\.[a-z-]+)': \{$/gm)].flatMap(([, name]) => name ?? []);

const readNames = (pattern: string): string[] =>
  globSync(pattern, { cwd: WEB }).flatMap((file) => namesIn(readFileSync(join(WEB, file), 'utf8')));

/** The rows of clients alone. */
const OF_CLIENTS = ['ticket.view', 'ticket.new'];
const OF_ADMINISTRATORS = [
  ...new Set([
    ...readNames('features/**/*-dialogs.ts').filter((name) => !OF_CLIENTS.includes(name)),
    ...readNames('screens/admin/admin-dialogs.tsx'),
  ]),
];

/** Nothing has this id, so the dialog says that it is gone. */
const GONE = 999_999;

/** What stands behind the name in the address, if the row has a subject. */
const SUBJECTS: Record<string, (ids: { client: number; invoice: number; payment: number }) => unknown> = {
  'user.edit': ({ client }) => client,
  'user.reset': ({ client }) => client,
  'user.invite': ({ client }) => client,
  'user.delete': ({ client }) => client,
  'user.factors': ({ client }) => client,
  'invoice.mark-paid': ({ invoice }) => invoice,
  'invoice.credit': ({ invoice }) => invoice,
  'invoice.write-off': ({ invoice }) => invoice,
  'invoice.take-back': ({ invoice }) => invoice,
  'invoice.void': ({ invoice }) => invoice,
  'invoice.view': ({ invoice }) => invoice,
  'payment.reverse': ({ payment }) => payment,
  'payment.record-again': ({ payment }) => payment,
  'payment.move': ({ payment }) => payment,
  'service.delete': () => GONE,
  'service.ended': () => `${GONE}:2026-11-29`,
  'month.open': () => '2020-01',
  'month.figures': () => '2020-01',
  'vat.file': () => '2020-02:4123456789',
  'missing-note.issue': () => `2020-02:4123456789:${GONE}`,
  'bank-file.take-back': () => GONE,
  'bank-file.first-day': () => GONE,
  'bank-file.same': () => GONE,
  'billing-run.start': () => GONE,
  'billing-run.continue': () => GONE,
  'billing-run.cancel': () => GONE,
  'billing-run.due': () => GONE,
  'billing-run.delete': () => GONE,
  'client.ask': () => 'payment.new',
};

const NOTHING = 'This link opens nothing here';

test('an address that somebody pastes gives the focus to its dialog, not to the record below it', async ({
  page,
}) => {
  const { User_Id } = await takeClient();
  await startSession(page, ADMIN_EMAIL);
  await page.goto(`/admin?client=${User_Id}&open=invoice.new`);
  const form = page.getByRole('dialog', { name: 'New invoice' });
  await expect(form.getByRole('button', { name: 'Create Invoice' })).toBeVisible();
  await expect(form.locator(':is([data-offer], textarea):focus')).toHaveCount(1);
});

test('each dialog of an administrator opens by its link, survives a reload, and is closed by Back and by Esc', async ({
  page,
}) => {
  test.slow();
  const { User_Id: client } = await takeClient();
  const admin = await asAdmin();
  const { id: invoice } = await admin.createInvoice(client);
  const { id: payment } = await admin.recordPayment(client, { amount: 1 });
  await startSession(page, ADMIN_EMAIL);
  const below = `/admin?section=users&client=${client}`;
  const dialogs = page.locator('[role=dialog], [role=alertdialog]');
  const whatIsOpen = () => new URL(page.url()).searchParams.get('open');
  // A link within the portal, as the router pushes it.
  const follow = (address: string) =>
    page.evaluate(`{
      const state = { __TSR_index: history.state.__TSR_index + 1, __TSR_key: '${address}' };
      history.pushState(state, '', '${address}');
      dispatchEvent(new PopStateEvent('popstate', { state }));
    }`);
  await page.goto(below);
  await expect(dialogs).toHaveCount(1);

  expect(OF_ADMINISTRATORS.length).toBeGreaterThan(20);
  for (const name of OF_ADMINISTRATORS) {
    await test.step(name, async () => {
      const subject = SUBJECTS[name]?.({ client, invoice, payment });
      const link = `${below}&open=${subject === undefined ? name : `${name}:${subject}`}`;
      const isShown = async () => {
        await expect(dialogs).toHaveCount(2);
        await expect(dialogs.last().getByRole('status', { name: /^Loading/ })).toHaveCount(0);
        await expect(page.getByText(NOTHING)).toHaveCount(0);
      };
      await follow(link);
      await isShown();
      await page.goBack();
      await expect(dialogs).toHaveCount(1);

      await follow(link);
      await isShown();
      await page.keyboard.press('Escape');
      await expect(dialogs).toHaveCount(1);
      expect(whatIsOpen()).toBeNull();
    });
  }

  // A reload reads the address as a link from outside does.
  for (const open of ['payment.new', 'invoice.new', `invoice.credit:${invoice}`, 'month.close']) {
    await page.goto(`${below}&open=${open}`);
    await expect(dialogs).toHaveCount(2);
    await page.reload();
    await expect(dialogs).toHaveCount(2);
    await expect(dialogs.last().getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialogs).toHaveCount(1);
  }
});

test('a link to a dialog of another role, or of none, says that it opens nothing', async ({ page }) => {
  await startSession(page, CLIENT_EMAIL);
  await page.goto('/client?open=user.edit:2');
  await expect(page.getByText(NOTHING)).toBeVisible();
  await page.getByRole('button', { name: 'Back to the page' }).click();
  await expect.poll(() => page.url()).not.toContain('open=');

  await startSession(page, ADMIN_EMAIL);
  for (const open of ['ticket.view:3', 'payment.forget:3', 'payment.new']) {
    await page.goto(`/admin?open=${open}`);
    await expect(page.getByText(NOTHING)).toBeVisible();
  }
});
