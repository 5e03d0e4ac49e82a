import type { AnyRouter, RouterHistory } from '@tanstack/react-router';
import { ofTab } from '../session/storage.ts';

/** What was open at a step of this tab's history. */
interface Step {
  pathname: string;
  client: string | null;
  open: string | null;
}

const STORED_AS = 'steps';

const readStored = (): Step[] => {
  try {
    const stored: unknown = JSON.parse(ofTab.read(STORED_AS) ?? '[]');

    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
};

/** The steps by the router's index. They survive a reload, because the history does. */
let steps: Step[] | undefined;

/**
 * Remembers what each step of the history has open, so that closing a dialog can take back the step that opened it. It
 * hears the router: if somebody hears the history before the router's component does, redirects are not followed.
 */
export const followSteps = ({ history, subscribe }: AnyRouter): void => {
  const note = () => {
    const { pathname, search, state } = history.location;
    const params = new URLSearchParams(search);
    steps ??= readStored();
    steps[state.__TSR_index] = { pathname, client: params.get('client'), open: params.get('open') };
    ofTab.write(STORED_AS, JSON.stringify(steps));
  };

  note();
  subscribe('onBeforeLoad', note);
};

/**
 * Returns how many steps back the newest one is at which `param` had another value on the same page; undefined if this
 * tab has none, for example after a link from a mail.
 */
export const countStepsBack = (history: RouterHistory, param: 'client' | 'open'): number | undefined => {
  const index = history.location.state.__TSR_index;
  const here = steps?.[index];

  for (let back = 1; here && back <= index; back++) {
    const step = steps?.[index - back];
    if (step?.pathname !== here.pathname) {
      return undefined;
    }
    if (step.client !== here.client || (param === 'open' && step.open !== here.open)) {
      return back;
    }
  }

  return undefined;
};
