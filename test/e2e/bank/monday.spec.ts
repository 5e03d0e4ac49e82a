import type { Page } from '@playwright/test';
import type { BankFile, BankFiles } from '#shared/contract/bank/bank-files.ts';
import type { BankLines } from '#shared/contract/bank/bank-lines.ts';
import type { DebtorList } from '#shared/contract/debtors/ledger-statements.ts';
import { dayAfter } from '#shared/dates.ts';
import { nameOfClient } from '#shared/text/client-name.ts';
import { expectNoViolations } from '#test/e2e/axe.ts';
import { takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, expect, startSession, test, waitUntilTakenOver } from '#test/e2e/portal.ts';
import { type FnbRow, writeFnbFile } from '#test/support/bank/fnb-file.ts';
import { writeOfx } from '#test/support/bank/ofx-file.ts';

const CERTAIN = 74;
const dayBefore = (days: number) => dayAfter(new Date(), -days);
/** The day of the certain lines; each other line has a later one of its own, by which it is listed. */
const DAY = dayBefore(6);

test.beforeEach(async ({ page }) => {
  await startSession(page, ADMIN_EMAIL);
});

const post = async <Answer>(page: Page, path: string, data: unknown): Promise<Answer> => {
  const headers = { origin: process.env.PORTAL_URL ?? '' };
  const answer = await page.request.post(path, { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);

  return answer.json();
};

const writeAsOfx = (account: string, rows: readonly FnbRow[]): string =>
  writeOfx(
    rows.map(({ date, description = '', reference = '', cents }, index) => ({
      date: date.replaceAll('-', ''),
      amount: (cents / 100).toFixed(2),
      memo: `${description} ${reference}`,
      number: `${Date.now()}${index}`,
    })),
    { account },
  );

const upload = async (
  page: Page,
  fileName: string,
  rows: readonly FnbRow[],
  write = writeFnbFile,
): Promise<BankFile> => {
  const { accounts }: BankFiles = await (await page.request.get('/api/admin/bank-files')).json();
  const text = write(accounts[0]?.number ?? '', rows);

  return post(page, '/api/admin/bank-files', { fileName, text, bookFrom: DAY });
};

/** The client who is the most overdue of those who get statements by mail. */
const nameWhoGetsOne = async (page: Page): Promise<string> => {
  const { debtors }: DebtorList = await (await page.request.get('/api/admin/debtors?overdue=true')).json();
  const debtor = debtors.find(({ mail }) => mail === 'on');
  if (!debtor) {
    throw new Error('No client who is overdue gets a statement by mail.');
  }

  return nameOfClient(debtor);
};

/** A client whose payer the portal knows, because a line of theirs was booked before. */
const takeKnownPayer = async (page: Page) => {
  const client = await takeClient();
  const payer = `PAYER ${crypto
    .randomUUID()
    .replaceAll(/[^a-f]/g, '')
    .toUpperCase()}`;
  const row = { date: DAY, description: `${payer} ${client.OWNumber}`, cents: 12_345 };
  const { id } = await upload(page, 'before.csv', [row]);
  const { lines }: BankLines = await (await page.request.get(`/api/admin/bank-files/${id}/lines`)).json();
  await post(page, `/api/admin/bank-lines/${lines[0]?.id}/book`, {
    parts: [{ userId: client.User_Id, amount: 123.45 }],
  });

  return row.description;
};

test('a Monday: 79 lines are booked, ignored or put aside with nine keys and a name', async ({ page }) => {
  const known = await takeKnownPayer(page);
  const [first, second, third] = [await takeClient(), await takeClient(), await takeClient()];
  const rows: FnbRow[] = [
    ...Array.from({ length: CERTAIN }, (_, index) => ({
      date: DAY,
      description: known,
      cents: 20_000 + 100 * index,
    })),
    { date: dayBefore(5), reference: first.OWNumber, cents: 31_313 },
    { date: dayBefore(4), reference: second.OWNumber, cents: 42_424 },
    { date: dayBefore(3), description: 'CASH DEPOSIT MENLYN', cents: 45_000 },
    { date: dayBefore(2), description: 'INTEREST ON CREDIT BALANCE', cents: 1234 },
    { date: dayBefore(1), description: 'FNB OB PMT FIBRE', cents: 53_535 },
  ];
  const file = await upload(page, 'monday.csv', rows);
  expect(file.counts).toMatchObject({ lines: 79, certain: CERTAIN });

  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  const said = (words: RegExp) => expect(page.getByRole('status').filter({ hasText: words })).toHaveCount(1);

  await page.goto(`/admin?section=bank&file=${file.id}`);
  await waitUntilTakenOver(page);
  await expect(page.getByText('74 certain, 5 to look at')).toBeVisible();
  await expect(page.locator('[data-bank-line]')).toHaveCount(5);

  await expect(page.getByRole('region', { name: /^What it pays for/ })).toContainText(
    /Then |Nothing was due/,
  );
  await expectNoViolations(page);

  await press('a');
  await expect(page.getByRole('button', { name: 'Book 74 lines' })).toBeFocused();
  await press('Enter');
  await said(/^74 lines booked\.$/);

  await press('Enter');
  await said(/^Booked R\s313,13 for .+\. 4 left$/);
  await press('Enter');
  await said(/^Booked R\s424,24 for .+\. 3 left$/);
  await press('n');
  await said(/^Booked R\s450,00 to unidentified\. 2 left$/);
  await press('x');
  await said(/^Ignored R\s12,34\. 1 left$/);
  await press('c');
  await expect(page.getByRole('combobox', { name: 'Client' })).toBeFocused();
  await page.keyboard.type(third.OWNumber);
  await expect(page.getByRole('option')).toHaveCount(1);
  await press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await press('Enter');
  await said(/^Booked R\s535,35 for .+\. None left$/);

  await expect(page.getByText('Finished: every line is dealt with')).toBeVisible();
  await expect(page.getByText('Ties: the lines lead from the opening to the closing balance.')).toBeVisible();
  expect(keys).toBe(9);

  // The first three clients owed nothing, and the known payer's lines are of one client.
  const end = page.getByRole('region', { name: 'What the file came to' });
  await expect(end.getByRole('heading', { name: 'Finished' })).toBeFocused();
  await expect(end).toContainText(/R\s18\s773,72 received from 4 clients/);
  await expect(end).toContainText(/R\s450,00 put aside as unidentified\./);
  await expectNoViolations(page);
  await end.getByRole('button', { name: /^Mail (their statements|the statement)…$/ }).click();
  const mails = page.getByRole('dialog', { name: 'Mail statements' });
  await expect(mails.getByRole('region', { name: 'These clients get one' })).toContainText(
    await nameWhoGetsOne(page),
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.keyboard.press('k');
  await page.keyboard.press('u');
  await said(/^R\s12,34 is open again\. 1 left$/);
});

/** What lies under the toast of the head of a file, its tabs and 'Book all'. */
const UNDER_TOAST = `(() => {
  const toast = document.querySelector('[data-tone]').getBoundingClientRect();
  return [...document.querySelectorAll('h2, nav[aria-label=Lines], [aria-keyshortcuts=A]')]
    .filter((element) => {
      const box = element.getBoundingClientRect();
      return box.top < toast.bottom && box.bottom > toast.top && box.left < toast.right && box.right > toast.left;
    })
    .map((element) => element.textContent);
})()`;

test('a Monday with an OFX file: what the bank numbers is certain, and is booked with three keys; no toast covers the head', async ({
  page,
}) => {
  const known = await takeKnownPayer(page);
  const client = await takeClient();
  const rows: FnbRow[] = [
    { date: DAY, description: known, cents: 61_101 },
    { date: DAY, description: known, cents: 61_202 },
    { date: dayBefore(5), reference: client.OWNumber, cents: 61_303 },
  ];
  const file = await upload(page, 'monday.ofx', rows, writeAsOfx);
  expect(file).toMatchObject({ format: 'ofx', counts: { lines: 3, certain: 2 } });

  const said = (words: RegExp) => expect(page.getByRole('status').filter({ hasText: words })).toHaveCount(1);
  await page.goto(`/admin?section=bank&file=${file.id}`);
  await waitUntilTakenOver(page);
  await expect(page.getByText('2 certain, 1 to look at')).toBeVisible();

  await expect(page.locator('[data-bank-line]')).toHaveCount(1);
  for (const [width, height] of [
    [1280, 800],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.keyboard.press('x');
    await said(/^Ignored R\s613,03\. None left$/);
    await expect(page.locator('[data-tone]')).toBeVisible();
    expect(await page.evaluate(UNDER_TOAST)).toEqual([]);
    await page.keyboard.press('u');
    await said(/^R\s613,03 is open again\. 1 left$/);
  }

  await page.keyboard.press('a');
  await expect(page.getByRole('button', { name: 'Book 2 lines' })).toBeFocused();
  await page.keyboard.press('Enter');
  await said(/^2 lines booked\.$/);
  await page.keyboard.press('Enter');
  await said(/^Booked R\s613,03 for .+\. None left$/);

  await expect(page.getByText('Finished: every line is dealt with')).toBeVisible();
});
