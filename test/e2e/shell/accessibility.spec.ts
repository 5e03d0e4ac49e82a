import type { Locator, Page } from '@playwright/test';
import { addressOf, PAGES } from '#shared/edge.ts';
import { expectNoViolations, findViolations } from '#test/e2e/axe.ts';
import { chooseAct } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, CLIENT_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';

interface Screen {
  name: string;
  path: string;
  email?: string;
  /** A text on the screen when it is complete. */
  landmark: string;
  act?: (page: Page) => Promise<void>;
}

/** Placeholders of content that is still loading. */
const LOADING = '.chakra-skeleton, .chakra-spinner';

/** The list with only the demo client: its first rows otherwise depend on who registered meanwhile. */
const DEMO_CLIENT = `/admin?section=users&search=${CLIENT_EMAIL}`;

/** Follows View or an act in the menu of the listed user, and waits until its dialog is complete. */
const openOfUser = (act: string, complete: (dialog: Locator) => Promise<void>) => async (page: Page) => {
  await (act === 'View' ? page.getByRole('link', { name: /^View / }).click() : chooseAct(page, '', act));
  await complete(page.getByRole('dialog').or(page.getByRole('alertdialog')));
};

const ADMIN_SCREENS: readonly Screen[] = [
  { name: "the admin's dashboard", path: '/admin', landmark: 'Dashboard' },
  { name: 'the list of users', path: '/admin?section=users', landmark: 'User Management' },
  { name: 'the background jobs', path: '/admin?section=jobs&state=all', landmark: 'Background Jobs' },
  { name: "the administrator's own account", path: '/admin?section=account', landmark: 'My account' },
  {
    name: "a client's information",
    path: DEMO_CLIENT,
    landmark: 'User Management',
    act: openOfUser('View', (dialog) => expect(dialog.getByText('Business Information')).toBeVisible()),
  },
  {
    name: "a client's services with the form",
    path: DEMO_CLIENT,
    landmark: 'User Management',
    act: openOfUser('View', async (dialog) => {
      await dialog.getByRole('tab', { name: 'Active Services' }).click();
      await dialog.getByRole('button', { name: 'Add Service' }).click();
      await dialog.getByLabel('MSISDN').fill('12');
    }),
  },
  {
    name: "a client's invoices with the form and its errors",
    path: DEMO_CLIENT,
    landmark: 'User Management',
    act: openOfUser('View', async (dialog) => {
      await dialog.getByRole('tab', { name: 'Invoices' }).click();
      await dialog.getByRole('button', { name: 'Create Invoice' }).click();
      await dialog.getByRole('button', { name: 'Add from services' }).click();
      await dialog.getByRole('button', { name: 'Create Invoice' }).click();
      await expect(dialog.getByText('Description is required')).toBeVisible();
    }),
  },
  { name: 'the debtors', path: '/admin?section=debtors', landmark: 'Debtors' },
  {
    name: 'the totals of the bookkeeper with a period that is too long for the file',
    path: '/admin?section=bookkeeping&from=2026-01-01&to=2026-02-28',
    landmark: 'Bookkeeping',
    act: async (page) => {
      await page.getByRole('button', { name: 'Entries as CSV' }).click();
      await expect(page.getByText('The last day that fits')).toBeVisible();
    },
  },
  {
    name: "a client's payments",
    path: DEMO_CLIENT,
    landmark: 'User Management',
    act: async (page) => {
      await page.goto('/admin?client=2&tab=payments');
      await expect(page.getByRole('link', { name: 'Record payment' })).toBeVisible();
    },
  },
  {
    name: 'the payment dialog with chosen invoices and its errors',
    path: DEMO_CLIENT,
    landmark: 'User Management',
    act: async (page) => {
      await page.goto('/admin?client=2&tab=payments&new=payment');
      const form = page.getByRole('dialog', { name: 'Record payment' });
      await form.getByRole('button', { name: 'Choose invoices instead' }).click();
      await form.getByRole('checkbox').first().check();
      await form.getByRole('button', { name: 'Record payment' }).click();
      await expect(form.getByText('Enter an amount such as')).toBeVisible();
    },
  },
  {
    name: 'the correction of an opening balance with its errors',
    path: DEMO_CLIENT,
    landmark: 'User Management',
    act: async (page) => {
      await page.goto('/admin?client=2&tab=payments&new=correction');
      const form = page.getByRole('dialog', { name: 'Correct opening balance' });
      await form.getByRole('button', { name: 'Correct balance' }).click();
      await expect(form.getByText('Reason is required')).toBeVisible();
    },
  },
  {
    name: 'the menu of a user',
    path: DEMO_CLIENT,
    landmark: 'User Management',
    act: (page) => page.getByRole('button', { name: /^Actions for / }).click(),
  },
  {
    name: 'the editing of a user with an error',
    path: DEMO_CLIENT,
    landmark: 'User Management',
    act: openOfUser('Edit', async (dialog) => {
      await dialog.getByLabel('Email').fill('x');
      await dialog.getByRole('button', { name: 'Save changes' }).click();
      await expect(dialog.getByText('Invalid email address')).toBeVisible();
    }),
  },
  {
    name: 'the reset of a password',
    path: DEMO_CLIENT,
    landmark: 'User Management',
    act: openOfUser('Reset Password', async (dialog) => {
      await dialog.getByText('Set a password').click();
      await expect(dialog.getByLabel('New password')).toBeVisible();
    }),
  },
  {
    name: 'the sending of a reset link',
    path: DEMO_CLIENT,
    landmark: 'User Management',
    act: openOfUser('Send a reset link', (dialog) =>
      expect(dialog.getByText('The link holds for 30 minutes')).toBeVisible(),
    ),
  },
  ...['Sessions', 'Mails', 'Changes'].map((tab) => ({
    name: `the tab ${tab} of a client`,
    path: DEMO_CLIENT,
    landmark: 'User Management',
    act: openOfUser('View', async (dialog) => {
      await dialog.getByRole('tab', { name: tab }).click();
      await expect(dialog.getByRole('button', { name: 'Refresh' })).toBeVisible();
    }),
  })),
  {
    name: 'the deletion of a user',
    path: DEMO_CLIENT,
    landmark: 'User Management',
    act: openOfUser('Delete', async (dialog) => {
      await dialog.getByRole('button', { name: 'Delete user' }).click();
      await expect(dialog.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    }),
  },
];

const SCREENS: readonly Screen[] = [
  ...ADMIN_SCREENS.map((screen) => ({ ...screen, email: ADMIN_EMAIL })),
  { name: 'the sign-in page', path: '/auth', landmark: 'Sign in to your account' },
  {
    name: 'the registration with every error',
    path: '/auth?tab=register',
    landmark: 'Create your account',
    act: async (page) => {
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(page.getByText('First name is required')).toBeVisible();
    },
  },
  { name: 'the 404 page', path: '/nowhere', landmark: '404 Page Not Found' },
  { name: "the client's dashboard", path: '/client', email: CLIENT_EMAIL, landmark: 'Welcome back' },
  {
    name: "the client's services",
    path: '/client?section=services',
    email: CLIENT_EMAIL,
    landmark: 'Active Services',
  },
  {
    name: "the client's invoices",
    path: '/client?section=invoices',
    email: CLIENT_EMAIL,
    landmark: 'Invoices',
  },
  {
    name: "the client's statement with its dates",
    path: '/client?section=statement&from=2026-01-05&to=2026-11-20',
    email: CLIENT_EMAIL,
    landmark: 'Statement',
    act: (page) => expect(page.getByText('Closing balance')).toBeVisible(),
  },
  {
    name: "the client's tickets",
    path: '/client?section=support',
    email: CLIENT_EMAIL,
    landmark: 'Support',
  },
  {
    name: 'the form for a new ticket with its errors',
    path: '/client?section=support&new=true',
    email: CLIENT_EMAIL,
    landmark: 'Support',
    act: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'More' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Tags' }).fill('router, slow');
      await page.getByRole('dialog').getByRole('button', { name: 'Create Ticket' }).click();
      await expect(page.getByText('Subject is required')).toBeVisible();
    },
  },
  {
    name: "the client's profile with an error",
    path: '/client?section=profile',
    email: CLIENT_EMAIL,
    landmark: 'Profile',
    act: async (page) => {
      await page.getByLabel('First name').fill('');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByText('Name is required')).toBeVisible();
    },
  },
  {
    name: "the client's sessions",
    path: '/client?section=profile&tab=security',
    email: CLIENT_EMAIL,
    landmark: 'Profile',
  },
  {
    name: "the client's mails",
    path: '/client?section=profile&tab=mails',
    email: CLIENT_EMAIL,
    landmark: 'Profile',
  },
  {
    name: 'the change of a password with its errors',
    path: '/client?section=profile&change=password',
    email: CLIENT_EMAIL,
    landmark: 'Profile',
    act: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click();
      await expect(page.getByText('Current password is required')).toBeVisible();
    },
  },
  {
    name: 'the change of an address with its errors',
    path: '/client?section=profile&change=email',
    email: CLIENT_EMAIL,
    landmark: 'Profile',
    act: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Send the link' }).click();
      await expect(page.getByText('Email address is required')).toBeVisible();
    },
  },
  {
    name: 'the search results',
    path: '/client',
    email: CLIENT_EMAIL,
    landmark: 'Welcome back',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Search' }).fill('demo');
      await expect(page.getByRole('option').first()).toBeVisible();
      await page.keyboard.press('ArrowDown');
    },
  },
];

const open = async (page: Page, { path, email, landmark, act }: Screen) => {
  if (email) {
    await startSession(page, email);
  }
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(landmark);
  await expect(page.locator(LOADING)).toHaveCount(0);
  await act?.(page);
  await expect(page.locator(LOADING)).toHaveCount(0);
};

for (const screen of SCREENS) {
  test(`axe finds no violation on ${screen.name} in either theme, and it fits 360 px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await open(page, screen);
    await expectNoViolations(page);

    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });
}

/** Two of the pages show the same picture, so one of them is left out. */
const PICTURES = PAGES.filter((page) => page !== '/auth-sign-in');

for (const [colorScheme, pictures] of [
  ['light', PICTURES],
  // Only the frame and the form differ in the dark theme; the sections differ only in their headings.
  ['dark', ['/auth', '/client', '/admin']],
] as const) {
  test(`axe finds no violation on a page before its scripts have loaded, ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.route('**/assets/*.js', () => undefined);

    for (const picture of pictures) {
      await page.goto(addressOf(picture), { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('html')).toHaveClass(colorScheme);
      expect(await findViolations(page), picture).toEqual([]);
    }
  });
}
