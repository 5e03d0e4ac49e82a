/** The provider of a laptop, and of a trial that names none. No browser and no function contains it. */
export const MADE_UP_PROVIDER = {
  providerName: 'OW Connect (Pty) Ltd',
  providerRegistrationNumber: '2014/123456/07',
  providerAddress: '14 Loop Street, Cape Town, 8001, South Africa',
  contactEmail: 'accounts@owconnect.example',
  contactPhone: '021 555 0123',
} as const;
