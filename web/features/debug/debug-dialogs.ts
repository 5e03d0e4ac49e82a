import { Stethoscope } from 'lucide-react';
import type { DialogTable } from '../../lib/address/dialogs.ts';
import { CONSOLE_DESCRIPTION } from './console-description.ts';

/** The console that tests what the portal depends on. */
export const DEBUG_DIALOGS: DialogTable<'debug.console'> = {
  'debug.console': {
    over: 'page',
    label: 'System Debug Console',
    icon: Stethoscope,
    description: CONSOLE_DESCRIPTION,
    size: 'wide',
    load: async () => (await import('./debug-console.tsx')).DebugConsole,
  },
};
