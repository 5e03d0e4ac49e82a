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

/** Makes a name such as 'Mokoena Transport (Pty) Ltd': most small businesses are named after their owner or town. */
export const makeCompanyName = (random: Random, surname: string, town: string): string =>
  `${random.chance(0.7) ? surname : town} ${random.pickCommon(TRADES)} ${random.pick(FORMS)}`;
