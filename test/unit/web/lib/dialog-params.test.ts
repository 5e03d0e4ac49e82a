import { expect, it } from 'vitest';
import { DIALOG_PARAMS } from '#web/lib/dialog-params.ts';
import { adminSearch } from '#web/screens/admin-search.ts';

it('the parameters that a link of a list leaves out are those of every dialog', () => {
  expect(['section', ...DIALOG_PARAMS].toSorted()).toEqual(Object.keys(adminSearch({})).toSorted());
});
