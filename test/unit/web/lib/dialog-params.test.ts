import { describe, expect, it } from 'vitest';
import { DIALOG_PARAMS } from '#web/lib/dialog-params.ts';
import { adminSearch } from '#web/screens/admin-search.ts';

/** What says which section is shown, and what of it. */
const OF_A_SECTION = [
  'section',
  'search',
  'role',
  'status',
  'only',
  'mail',
  'rank',
  'sort',
  'order',
  'page',
  'limit',
  'of',
  'from',
  'to',
  'state',
  'change',
];

describe('the parameters of a dialog', () => {
  it('every parameter of /admin belongs to a section or to a dialog, so that a link of a list drops the dialogs', () => {
    expect([...DIALOG_PARAMS, ...OF_A_SECTION].toSorted()).toEqual(Object.keys(adminSearch({})).toSorted());
  });
});
