import { DIFFERING_GROUPS, LINE_GROUPS, type LineGroup, type RunState } from '#shared/billing/run-words.ts';
import type { BillingRunLines, RunLineFilter } from '#shared/contract/billing-runs.ts';
import { oneOf } from '../../lib/address/search-params.ts';

/** Which lines of a run are shown. */
export type LineView = RunLineFilter | 'all';

export const readView = oneOf<LineView>([...LINE_GROUPS, 'differs', 'not-mailed', 'all']);

/** How a line differs from the month before, in a word. */
export const GROUP_WORDS: Record<(typeof DIFFERING_GROUPS)[number], string> = {
  new: 'New',
  price: 'Price',
  part: 'Part of a month',
  gone: 'Gone',
};

export const isDiffering = (group: LineGroup | LineView): group is (typeof DIFFERING_GROUPS)[number] =>
  (DIFFERING_GROUPS as readonly string[]).includes(group);

type Counts = BillingRunLines['counts'];

export interface ViewTab {
  view: LineView;
  label: string;
  count: number;
}

/** What a draft shows first is what it leaves out; of a run that was started it is everything. */
export const defaultView = (state: RunState): LineView => (state === 'draft' ? 'left-out' : 'all');

const sumAll = (counts: Counts): number => LINE_GROUPS.reduce((sum, group) => sum + counts[group], 0);

/** The views of a run, with their counts; what is rare is there only with lines, or while it is shown. */
export const listTabs = (state: RunState, counts: Counts, shown: LineView): ViewTab[] => {
  const steady: ViewTab[] = [
    { view: 'left-out', label: 'Left out', count: counts['left-out'] },
    { view: 'differs', label: 'Differs', count: counts.differs },
    { view: 'same', label: 'As before', count: counts.same },
  ];
  const rare: ViewTab[] = [
    { view: 'not-mailed', label: 'Not mailed', count: counts['not-mailed'] },
    { view: 'to-credit', label: 'To credit', count: counts['to-credit'] },
  ];
  const all: ViewTab = { view: 'all', label: 'All', count: sumAll(counts) };
  const some = rare.filter(({ view, count }) => count > 0 || view === shown);

  return state === 'draft' ? [...steady, ...some, all] : [all, ...some, ...steady];
};

/** The words by which lines differ, with their counts. */
export const listWords = (counts: Counts, shown: LineView): ViewTab[] =>
  DIFFERING_GROUPS.map((view): ViewTab => ({ view, label: GROUP_WORDS[view], count: counts[view] })).filter(
    ({ view, count }) => count > 0 || view === shown,
  );
