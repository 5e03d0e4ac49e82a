const ACCOUNT = { account: '123456789012' };

/** The settings of a production; most tests share this one synthesis. */
export const PRODUCTION = {
  ...ACCOUNT,
  backupAccount: '210987654321',
  backupRegion: 'eu-west-1',
  tags: { owner: 'oncall@owconnect.example' },
  domainName: 'portal.owconnect.example',
  alarmEmail: 'oncall@owconnect.example',
  providerName: 'Acme Telecom (Pty) Ltd',
  providerRegistrationNumber: '2019/654321/07',
  providerAddress: '1 Long Street, Cape Town, 8001',
  contactEmail: 'accounts@acme.test',
  contactPhone: '021 555 0199',
  supplierVatNumber: '4123456789',
  supplierComplaints: 'Complaints: accounts@acme.test',
  vatTaxPeriod: 'odd-months',
  vatRegisteredFrom: '2024-03-01',
  vatCreditNoteField: '1',
  paymentTermsDays: 14,
  bankAccountName: 'OW Connect',
  bankName: 'Nedbank',
  bankBranchCode: '198765',
  bankAccountNumber: '9876543210',
  bankAccountType: 'Savings',
  otherBankAccounts: 'FNB 62000000001, Capitec Business 1050000001',
  driveId: 'drive',
  driveFolderId: 'folder',
  helpdeskUrl: 'https://owconnect.freshdesk.com',
  helpdeskClientFields: ['cf_service'],
  mailFrom: 'portal@owconnect.example',
  mailReplyTo: 'help@owconnect.example',
};

/** The settings of a trial that names nothing else. */
export const TRIAL = { ...ACCOUNT, trial: true };
