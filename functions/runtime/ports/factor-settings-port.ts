import * as z from 'zod';
import type { FactorSettings } from '#functions/ports/factor-settings.ts';
import { readSettings } from '#functions/runtime/settings.ts';

export const adminSecondFactor = z.enum(['required', 'offered']);

const { ADMIN_SECOND_FACTOR } = readSettings({ ADMIN_SECOND_FACTOR: adminSecondFactor });

export const factorSettings: FactorSettings = { isRequired: ADMIN_SECOND_FACTOR === 'required' };
