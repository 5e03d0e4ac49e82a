import type { Random } from './random.ts';

const TRADES = [
  'Trading',
  'Transport',
  'Construction',
  'Logistics',
  'Attorneys',
  'Plumbing',
  'Electrical',
  'Guest House',
  'Medical Practice',
  'Accountants',
  'Catering',
  'Security Services',
  'Motors',
  'Pharmacy',
  'Engineering',
  'Hardware',
  'Driving School',
  'Farming',
  'Property Managers',
  'Tyres',
  'Butchery',
  'Printers',
] as const;

const FORMS = ['(Pty) Ltd', '(Pty) Ltd', '(Pty) Ltd', 'CC', 'Inc'] as const;

/** 'Mokoena Transport (Pty) Ltd': named after its owner or its town, as most small businesses are. */
export const makeCompanyName = (random: Random, surname: string, town: string): string =>
  `${random.chance(0.7) ? surname : town} ${random.pickCommon(TRADES)} ${random.pick(FORMS)}`;
