/** The fields of an account that decisions.md lets an administrator change. */
export const ADMIN_EDITABLE =
  `User_Name User_Surname User_Email User_Mobile User_RegNo User_Org User_Address User_Town
  User_Code User_State User_Country User_VAT User_Ref User_DOB_Day User_DOB_Month User_DOB_Year User_Status
  user_role`.split(/\s+/);

/** A valid edit of every field that an administrator may change. */
export const makeFullEdit = () => ({
  User_Name: 'Edited',
  User_Surname: 'Edited',
  User_Email: `${crypto.randomUUID()}@example.com`,
  User_Mobile: '+27820000000',
  User_RegNo: 'Edited',
  User_Org: 'Edited',
  User_Address: 'Edited',
  User_Town: 'Edited',
  User_Code: '0001',
  User_State: 'Edited',
  User_Country: 'Edited',
  User_VAT: 'Edited',
  User_Ref: 'Edited',
  User_DOB_Day: 1,
  User_DOB_Month: 2,
  User_DOB_Year: 2003,
  User_Status: 0,
  user_role: 'admin',
});
