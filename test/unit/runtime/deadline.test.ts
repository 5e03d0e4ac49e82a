import { expect, it } from 'vitest';
import { oncePerInvocation, runInTime } from '#functions/runtime/deadline.ts';

const CONTEXT = { getRemainingTimeInMillis: () => 30_000 };

/** Opens numbered things, and notes what happens to them. */
const noteOpenings = () => {
  const events: string[] = [];
  let count = 0;
  const use = oncePerInvocation(
    () => {
      count += 1;
      events.push(`open ${count}`);

      return count;
    },
    (opened) => events.push(`close ${opened}`),
  );

  return { events, use };
};

it('what an invocation opens is opened once, and closed before its answer', async () => {
  const { events, use } = noteOpenings();
  const invoke = () =>
    runInTime(CONTEXT, async () => {
      use();
      await Promise.resolve();

      return use();
    }).then((answer) => events.push(`answer ${answer}`));

  await invoke();
  await invoke();

  expect(events).toEqual(['open 1', 'close 1', 'answer 1', 'open 2', 'close 2', 'answer 2']);
});

it('what an invocation opens is closed after a failure, too', async () => {
  const { events, use } = noteOpenings();

  await expect(
    runInTime(CONTEXT, async () => {
      use();
      throw new Error('It failed');
    }),
  ).rejects.toThrow('It failed');

  expect(events).toEqual(['open 1', 'close 1']);
});

it('two invocations at once share nothing that they open', async () => {
  const { use } = noteOpenings();
  const invoke = () =>
    runInTime(CONTEXT, async () => {
      await Promise.resolve();

      return use();
    });

  expect(await Promise.all([invoke(), invoke()])).toEqual([1, 2]);
});

it('nothing is kept outside an invocation', () => {
  const { use } = noteOpenings();

  expect([use(), use()]).toEqual([1, 2]);
});
