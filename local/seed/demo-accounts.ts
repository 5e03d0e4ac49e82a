import { owNumberOf, type SeedUser } from './demo-users.ts';

/** The two accounts that `npm start` prints, and the bank accounts of the files in docs/examples. */

export const DEMO_PASSWORD = 'Demo-2026-Portal!';
export const ADMIN_EMAIL = 'admin@demo.owconnect.example';
export const CLIENT_EMAIL = 'client@demo.owconnect.example';

/** Beside the account that is printed on invoices. */
export const OTHER_BANK_ACCOUNTS =
  'FNB 62000000001, Capitec Business 1051234567, Nedbank 1234567890, Absa 4071234567, Bank Zero 80123456789';

export const makeAdmin = (registered: Date): SeedUser => ({
  User_Name: 'Johan',
  User_Surname: 'Petersen',
  User_Email: ADMIN_EMAIL,
  User_Mobile: '+27835550142',
  User_RegNo: '8409035214084',
  OWNumber: owNumberOf(0),
  user_role: 'admin',
  User_Org: 'OW Connect (Pty) Ltd',
  User_Address: '14 Loop Street',
  User_Town: 'Cape Town',
  User_Code: '8001',
  User_State: 'Western Cape',
  User_Country: 'South Africa',
  User_VAT: null,
  User_Ref: null,
  User_DOB_Day: 3,
  User_DOB_Month: 9,
  User_DOB_Year: 1984,
  User_Status: 1,
  User_Debit: '0.00',
  User_Date: registered.toISOString(),
  email_verified_at: registered.toISOString(),
});

export const makeDemoClient = (registered: Date): SeedUser => ({
  User_Name: 'Naledi',
  User_Surname: 'Mokoena',
  User_Email: CLIENT_EMAIL,
  User_Mobile: '+27725550186',
  User_RegNo: '9204150834082',
  OWNumber: owNumberOf(1),
  user_role: 'client',
  User_Org: 'Mokoena Design Studio (Pty) Ltd',
  User_Address: '27 Jacaranda Street',
  User_Town: 'Randburg',
  User_Code: '2194',
  User_State: 'Gauteng',
  User_Country: 'South Africa',
  User_VAT: '4870256193',
  User_Ref: 'PO-20871',
  User_DOB_Day: 15,
  User_DOB_Month: 4,
  User_DOB_Year: 1992,
  User_Status: 1,
  User_Debit: '150.00',
  User_Date: registered.toISOString(),
  email_verified_at: registered.toISOString(),
});
