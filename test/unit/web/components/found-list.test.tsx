// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { CommandPalette } from '#web/components/search/command-palette.tsx';
import { HeaderSearch } from '#web/components/search/header-search.tsx';
import { openBrowser } from '../screen.tsx';

const ITEMS = ['one', 'two', 'three'].map((id) => ({ id, label: id, icon: Search, run: () => undefined }));

const choose = vi.fn();

const Header = () => {
  const [text, setText] = useState('');

  return (
    <HeaderSearch
      text={text}
      onType={setText}
      groups={[{ items: ITEMS }]}
      error={null}
      listLabel="Results"
      showResult={({ label }) => label}
      onChoose={({ id }) => choose(id)}
    />
  );
};

const Palette = () => {
  const [text, setText] = useState('');

  return (
    <CommandPalette
      title="Search and act"
      placeholder="Find"
      text={text}
      onType={setText}
      groups={[
        { title: 'First', items: ITEMS.slice(0, 1) },
        { title: 'None', items: [] },
        { title: 'Others', items: ITEMS.slice(1) },
      ]}
      isSearching={false}
      error={null}
      isEmpty={false}
      onChoose={({ id }) => choose(id)}
      onClose={() => undefined}
    />
  );
};

const field = () => screen.getByRole<HTMLInputElement>('combobox');
const press = (...keys: string[]) => {
  for (const key of keys) {
    fireEvent.keyDown(field(), { key });
  }
};

/** Returns the line that a screen reader announces, which is also the one that is shown as active. */
const activeLine = () => {
  const id = field().getAttribute('aria-activedescendant');
  const [active] = screen.queryAllByRole('option', { selected: true });
  expect(active?.id).toBe(id ?? undefined);

  return active?.textContent;
};

const expectLines = (key: string, ...lines: (string | undefined)[]) => {
  for (const line of lines) {
    press(key);
    expect(activeLine()).toBe(line);
  }
};

it('the header search begins without an active line, and its arrows also stop in the box, where Enter does nothing', async () => {
  choose.mockClear();
  const { show } = await openBrowser();
  show(<Header />);
  fireEvent.change(field(), { target: { value: 'on' } });
  expect(activeLine()).toBe(undefined);
  expectLines('ArrowDown', 'one', 'two', 'three', undefined);
  press('Enter');
  expect(choose).not.toHaveBeenCalled();
  expectLines('ArrowUp', 'three', 'two', 'one', undefined, 'three');

  press('Enter');
  expect(choose.mock.calls).toEqual([['three']]);
  expect(field().value).toBe('');
  expect(screen.queryAllByRole('option')).toEqual([]);
});

it('a closed list of the header search opens with an arrow key, and Enter chooses nothing from it before', async () => {
  choose.mockClear();
  const { show } = await openBrowser();
  show(<Header />);
  fireEvent.change(field(), { target: { value: 'on' } });
  press('ArrowDown', 'Escape', 'Enter');
  expect(choose).not.toHaveBeenCalled();
  expect(field().getAttribute('aria-expanded')).toBe('false');
  expect(activeLine()).toBe(undefined);

  expectLines('ArrowDown', 'two');
  expect(field().getAttribute('aria-expanded')).toBe('true');
  press('Escape', 'Escape');
  expect(field().value).toBe('');
});

it("the first line of the palette is active from the start, and the arrows go round all groups' lines", async () => {
  choose.mockClear();
  const { show } = await openBrowser();
  show(<Palette />);
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
    'First',
    'Others',
  ]);
  expect(activeLine()).toBe('one');
  expectLines('ArrowDown', 'two', 'three', 'one');
  expectLines('ArrowUp', 'three');

  fireEvent.change(field(), { target: { value: 't' } });
  expect(activeLine()).toBe('one');
  press('Enter');
  expect(choose.mock.calls).toEqual([['one']]);
});

it('a line becomes active below a moving pointer, not below a resting one', async () => {
  const { show } = await openBrowser();
  show(<Palette />);
  const [, second] = screen.getAllByRole('option');
  if (!second) {
    throw new Error('the palette shows no second line');
  }
  fireEvent.mouseMove(second, { movementX: 0, movementY: 0 });
  expect(activeLine()).toBe('one');
  fireEvent.mouseMove(second, { movementX: 0, movementY: 2 });
  expect(activeLine()).toBe('two');
});
