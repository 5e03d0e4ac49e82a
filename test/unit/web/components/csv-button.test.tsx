// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { CsvButton } from '#web/components/list/csv-button.tsx';
import { rememberCsvForm } from '#web/lib/forms/csv-form.ts';
import { openBrowser } from '../screen.tsx';

beforeEach(() => localStorage.clear());

const showButtons = async (disabled = false) => {
  const { show } = await openBrowser();
  const onSave = vi.fn();
  show(
    <>
      <CsvButton label="CSV" isBusy={false} disabled={disabled} onSave={onSave} />
      <CsvButton label="Entries as CSV" isBusy={false} onSave={() => undefined} />
    </>,
  );

  return onSave;
};

it('a CSV button saves the form for Excel until another one was chosen', async () => {
  const onSave = await showButtons();
  fireEvent.click(screen.getByRole('button', { name: 'CSV for Excel' }));

  expect(onSave.mock.calls).toEqual([['excel']]);
});

it('a chosen form of CSV is what every button of the page saves next, and stays in the browser', async () => {
  const onSave = await showButtons();
  act(() => rememberCsvForm('programs'));
  fireEvent.click(screen.getByRole('button', { name: 'CSV for programs' }));

  expect(onSave.mock.calls).toEqual([['programs']]);
  expect(screen.getByRole('button', { name: 'Entries as CSV for programs' })).toBeDefined();
  expect(Object.values({ ...localStorage })).toEqual(['programs']);
});

it('a form of CSV that the browser kept and nobody offers is as none', async () => {
  rememberCsvForm('programs');
  for (const key of Object.keys({ ...localStorage })) {
    localStorage.setItem(key, 'paper');
  }
  await showButtons();

  expect(screen.getByRole('button', { name: 'CSV for Excel' })).toBeDefined();
});

it('a CSV button without rows saves nothing, in no form', async () => {
  await showButtons(true);

  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'CSV for Excel' }).disabled).toBe(true);
  expect(
    screen
      .getAllByRole<HTMLButtonElement>('button', { name: 'Choose the form of the file' })
      .map((button) => button.disabled),
  ).toEqual([true, false]);
});
