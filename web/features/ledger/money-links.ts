import type { LinkProps } from '@tanstack/react-router';
import { RECORD_PARAMS, without } from '../../lib/dialog-params.ts';
import type { AskingAct } from './money-forms.ts';

/** Opens the reversal of a payment that was just recorded, also if its client's record is closed by then. */
export const linkToUndo = (userId: number, paymentId: number): LinkProps => ({
  to: '/admin',
  search: (shown: object) => ({
    ...shown,
    ...without(RECORD_PARAMS),
    client: userId,
    tab: 'payments',
    undo: paymentId,
  }),
});

/** Closes the record and asks in the palette for which client the act is done next. */
export const linkToNextClient = (act: AskingAct): LinkProps => ({
  to: '/admin',
  search: (shown: object) => ({ ...shown, ...without(RECORD_PARAMS), ask: act }),
  replace: true,
});
