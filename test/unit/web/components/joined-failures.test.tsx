// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { StatCard } from '#web/components/facts/stat-card.tsx';
import { JoinedFailures } from '#web/components/loading/joined-failures.tsx';
import { LoadError } from '#web/components/loading/load-error.tsx';
import { ApiError } from '#web/lib/reads/api-error.ts';
import { openBrowser } from '../screen.tsx';

const AWAY = new ApiError(503, 'The database does not answer.', { hasSentence: true });

it('parts of a page that fail together show one message, whose button reads all of them again', async () => {
  const { show } = await openBrowser();
  const [readList, readCard] = [vi.fn(), vi.fn()];
  show(
    <JoinedFailures>
      <LoadError title="Failed to fetch users" error={AWAY} onRetry={readList} />
      <StatCard label="Outstanding" value={undefined} failure={{ error: AWAY, onRetry: readCard }} />
    </JoinedFailures>,
  );

  expect(screen.getByRole('alert').textContent).toContain(AWAY.message);
  expect(screen.getAllByText(AWAY.message)).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(readList).toHaveBeenCalledOnce();
  expect(readCard).toHaveBeenCalledOnce();
});

it('one part of a page that fails alone says so in its own place', async () => {
  const { show } = await openBrowser();
  show(
    <JoinedFailures>
      <LoadError title="Failed to fetch users" error={AWAY} onRetry={() => undefined} />
    </JoinedFailures>,
  );

  expect(screen.getByRole('alert').textContent).toBe(`Failed to fetch users${AWAY.message}Try again`);
});

it.each([
  [new ApiError(500, 'Internal Server Error'), 'The portal could not answer just now.'],
  [new ApiError(0, 'The portal cannot be reached.'), 'The portal cannot be reached.'],
])('a read that fails with %s says %j, never the reason phrase of its status', async (error, words) => {
  const { show } = await openBrowser();
  show(<LoadError title="Failed to fetch users" error={error} onRetry={() => undefined} />);

  expect(screen.getByRole('alert').textContent).toContain(words);
});
