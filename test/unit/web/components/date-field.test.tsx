// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { DateField, FormDate } from '#web/components/form/date-field.tsx';
import { openBrowser } from '../screen.tsx';

/** What a screen reader says after the name of the field. */
const describe = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .filter(Boolean)
    .join(' ');

const Form = () => {
  const { control, setValue } = useForm({ defaultValues: { day: '2026-11-01' } });

  return (
    <>
      <FormDate control={control} name="day" label="Date" hint="As at the bank" />
      <button type="button" onClick={() => setValue('day', '2026-12-24')}>
        Christmas Eve
      </button>
    </>
  );
};

it('a date field describes itself by its day in words, whoever changes the day, and then by its hint', async () => {
  const { show } = await openBrowser();
  show(<Form />);
  const field = screen.getByLabelText('Date');

  expect(describe(field)).toBe('Sunday 1 November 2026 As at the bank');
  fireEvent.change(field, { target: { value: '2027-02-28' } });
  expect(describe(field)).toBe('Sunday 28 February 2027 As at the bank');
  fireEvent.click(screen.getByRole('button', { name: 'Christmas Eve' }));
  expect(describe(field)).toBe('Thursday 24 December 2026 As at the bank');
  fireEvent.change(field, { target: { value: '' } });
  expect(describe(field)).toBe('As at the bank');
});

it('an error takes the place of the hint of a date field, and the day in words stays', async () => {
  const { show } = await openBrowser();
  show(
    <DateField
      label="Date"
      value="2026-11-30"
      onChange={() => undefined}
      hint="As at the bank"
      error="This day is in the future"
    />,
  );

  expect(describe(screen.getByLabelText('Date'))).toBe('Monday 30 November 2026 This day is in the future');
});
