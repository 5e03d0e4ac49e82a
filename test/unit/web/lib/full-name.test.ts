import { expect, it } from 'vitest';
import { clientName, nameWithNumber, personBeside } from '#web/lib/words/full-name.ts';

const PERSON = { User_Name: 'Naledi', User_Surname: 'Mokoena', User_Org: null, OWNumber: 'OW10007' };
const COMPANY = { ...PERSON, User_Org: 'Mokoena Design Studio (Pty) Ltd' };
const NAMELESS = { ...PERSON, User_Name: '', User_Surname: ' ' };

it.each([
  ['the organisation, if there is one', COMPANY, 'Mokoena Design Studio (Pty) Ltd', 'Naledi Mokoena'],
  ['the person without an organisation', PERSON, 'Naledi Mokoena', undefined],
  ['the person if the organisation is blank', { ...PERSON, User_Org: ' ' }, 'Naledi Mokoena', undefined],
  ['the organisation without a person', { ...NAMELESS, User_Org: 'Zulu Signs' }, 'Zulu Signs', undefined],
  ['Unknown without any name', NAMELESS, 'Unknown', undefined],
])('the name of a client is %s, with nobody else beside it', (_, user, name, person) => {
  expect([clientName(user), personBeside(user)]).toEqual([name, person]);
});

it('an act about money names the organisation and the OW number', () => {
  expect(nameWithNumber(COMPANY)).toBe('Mokoena Design Studio (Pty) Ltd, OW10007');
});
