import { makeRegistrationStore } from '#functions/adapters/database/auth/sql-registration-store.ts';

export const registrationStore = { registrations: makeRegistrationStore };
