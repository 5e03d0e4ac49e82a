// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useIsNewAnswer } from '#web/features/tickets/answers-seen.ts';
import { useSingleKeysSwitch } from '#web/lib/acts/single-keys.ts';
import { rememberPageSize, useLastPageSize } from '#web/lib/address/page-size.ts';
import {
  dropStoredDraft,
  forgetStoredDrafts,
  readStoredDraft,
  storeDraft,
} from '#web/lib/forms/stored-drafts.ts';
import { useColorMode } from '#web/lib/session/color-mode.ts';
import { ofBrowser, ofTab } from '#web/lib/session/storage.ts';
import { openBrowser } from '../screen.tsx';

const fail = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

const plant = (storage: () => unknown) => {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    vi.spyOn(globalThis, name, 'get').mockImplementation(storage as () => Storage);
  }
};

/** Ways in which browsers have no storage. */
const FAULTS = [
  ['null', () => null],
  ['undefined', () => undefined],
  ['refused', fail],
  ['an object without methods', () => ({})],
  ['one whose every method throws', () => new Proxy({}, { get: () => fail, ownKeys: fail })],
  [
    'full',
    () => ({
      __proto__: {
        getItem: () => null,
        setItem: () => {
          throw new DOMException('Full', 'QuotaExceededError');
        },
        removeItem: () => undefined,
      },
    }),
  ],
] as const;

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

describe.each(FAULTS)('a storage that is %s', (_, storage) => {
  it.each([
    ['browser', ofBrowser],
    ['tab', ofTab],
  ])('what a %s should remember is remembered by the page', (_name, remembered) => {
    plant(storage);
    expect(remembered.read('a')).toBeNull();
    remembered.write('a', '1');
    remembered.write('a', '2');
    expect(remembered.read('a')).toBe('2');
    expect(remembered.keys()).toEqual(['a']);
    remembered.remove('a');

    expect(remembered.read('a')).toBeNull();
  });

  it('the choices of a person hold for the page', async () => {
    plant(storage);
    const { use } = await openBrowser();
    const [colorMode, keys, pageSize] = [use(useColorMode), use(useSingleKeysSwitch), use(useLastPageSize)];
    expect([colorMode.current[0], keys.current[0], pageSize.current]).toEqual(['system', true, undefined]);
    act(() => {
      colorMode.current[1]('dark');
      keys.current[1](false);
      rememberPageSize(60);
    });

    expect([colorMode.current[0], keys.current[0], pageSize.current]).toEqual(['dark', false, 60]);
    ['color-mode', 'single-keys', 'users-per-page'].forEach(ofBrowser.remove);
  });

  it('drafts and marks of answers hold for the page, and drafts are forgotten with the rest', async () => {
    plant(storage);
    const { use } = await openBrowser();
    storeDraft(7, 'reply-3', { body: 'half a' });
    storeDraft(7, 'reply-4', { body: 'b' });
    const answered = { id: 3, agent_responded_at: '2026-11-20T08:00:00Z' };
    const isNew = use(() => useIsNewAnswer(7, [answered]));

    expect(readStoredDraft(7, 'reply-3')).toEqual({ body: 'half a' });
    dropStoredDraft(7, 'reply-3');
    expect(readStoredDraft(7, 'reply-3')).toBeUndefined();
    forgetStoredDrafts();
    expect(readStoredDraft(7, 'reply-4')).toBeUndefined();
    expect(isNew.current(answered)).toBe(false);
    expect(isNew.current({ ...answered, agent_responded_at: '2026-11-21T08:00:00Z' })).toBe(true);
    ofBrowser.remove('answers-seen:7');
  });
});

it('a browser whose storage works again is read again, and what was written meanwhile is kept', () => {
  ofBrowser.write('a', 'stored');
  plant(fail);
  ofBrowser.write('b', 'of this page');
  expect([ofBrowser.read('a'), ofBrowser.read('b')]).toEqual([null, 'of this page']);
  vi.restoreAllMocks();
  expect([ofBrowser.read('a'), ofBrowser.read('b')]).toEqual(['stored', 'of this page']);
  ofBrowser.write('b', 'stored, too');

  expect(localStorage.getItem('b')).toBe('stored, too');
});

it('what is stored is shared with other tabs, which may change it', () => {
  ofBrowser.write('a', '1');
  localStorage.setItem('a', '2');

  expect(ofBrowser.read('a')).toBe('2');
});
