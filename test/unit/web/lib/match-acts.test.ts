import { Search } from 'lucide-react';
import { expect, it } from 'vitest';
import { matchActs } from '#web/lib/acts/match-acts.ts';

const act = (label: string, synonyms?: string) => ({
  id: label,
  label,
  icon: Search,
  run: () => undefined,
  ...(synonyms && { synonyms }),
});

const ACTS = [act('Invoices', 'payments owe'), act('How to pay', 'eft'), act('Theme: Dark')];

it.each([
  ['', ['Invoices', 'How to pay', 'Theme: Dark']],
  ['pay', ['How to pay', 'Invoices']],
  ['PAY how', ['How to pay']],
  ['pay eft', ['How to pay']],
  ['dark', ['Theme: Dark']],
  ['\u200bDÁRK\u00a0', ['Theme: Dark']],
  ['voices', []],
])('the typed text "%s" finds the acts %j, those that it names first', (typed, found) => {
  expect(matchActs(ACTS, typed).map(({ label }) => label)).toEqual(found);
});
