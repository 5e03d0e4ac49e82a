// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RelativeTime } from '#web/components/facts/relative-time.tsx';
import { openBrowser } from '../screen.tsx';

const AT = '2026-11-25T08:00:00.000Z';
const THREE_HOURS_LATER = Date.parse('2026-11-25T11:00:00.000Z');
const EXACT = 'Nov 25, 2026 10:00';

it('a press or the focus shows the date and time in the place of the age until the focus leaves', async () => {
  const { show } = await openBrowser();
  show(<RelativeTime at={AT} now={THREE_HOURS_LATER} />);
  const time = screen.getByRole('button');
  expect(time.textContent).toBe('3 h ago');

  fireEvent.click(time);
  expect(time.textContent).toBe(EXACT);
  fireEvent.blur(time);
  expect(time.textContent).toBe('3 h ago');
});

it('the date and time is the title of the age, for a pointer and for the printed page', async () => {
  const { show } = await openBrowser();
  show(<RelativeTime at={AT} now={THREE_HOURS_LATER} />);

  expect(screen.getByRole('button').title).toBe(EXACT);
});
