import { expect, it } from 'vitest';
import { RECORD_PARAMS } from '#web/lib/address/dialog-params.ts';
import { adminSearch } from '#web/screens/admin/admin-search.ts';

it('the parameters that a link of a list leaves out are those of every dialog', () => {
  expect(['section', ...RECORD_PARAMS].toSorted()).toEqual(Object.keys(adminSearch({})).toSorted());
});
