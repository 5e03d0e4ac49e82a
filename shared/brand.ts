export const PRODUCT_NAME = 'OW Connect';
/** The unit whose group clients may write to in the support centre. @public */
export const BROADBAND_UNIT_NAME = 'OW Broadband';
export const DOMAIN = 'owconnect.example';

/** The bank account to which clients pay by EFT, and the days they have; a deployment's settings may override both. */
export const BANK_ACCOUNT = {
  accountName: 'OW Connect (Pty) Ltd',
  bankName: 'Standard Bank',
  branchCode: '051001',
  accountNumber: '012 345 678',
  accountType: 'Current',
} as const;
export const PAYMENT_TERMS_DAYS = 7;

/** The offers on the sign-in page; the prices are rand a month. */
export const OFFERS = [
  {
    title: 'Uncapped 4G/5G data',
    price: 'R337',
    detail: 'Speeds up to 30Mbps, with no cap to watch.',
  },
  {
    title: 'Fixed 5G',
    price: 'R397',
    detail: 'Month-to-month: stay because it works.',
  },
  {
    title: 'Web hosting',
    price: 'R129',
    detail: 'With a free .co.za domain.',
  },
] as const;

/** Target time of the first answer to a ticket; shown while a client's own average is not known (D10). */
export const RESPONSE_TARGET = '2h';

export const MAINTENANCE_ALERT = 'Scheduled maintenance on Sunday 2:00 AM.';
