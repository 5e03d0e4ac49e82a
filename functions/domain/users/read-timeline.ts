import { auditOfRead } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { LedgerMoment, Moment, TimelineStore } from '#functions/ports/database/users/timeline-store.ts';
import { TIMELINE_SHOWN } from '#shared/contract/limits.ts';
import {
  type PlaceInTimeline,
  type TimelineEntry,
  type TimelineKind,
  writeTimelineCursor,
} from '#shared/contract/users/timeline.ts';
import { requireUser } from './read-users.ts';
import { CHANGES, NEVER_FOLDED, REPEATS, SIGN_INS, wordActor, wordMoment } from './timeline-words.ts';

const SIGN_IN_ACTIONS = Object.keys(SIGN_INS);
const CHANGE_ACTIONS = Object.keys(CHANGES);
export const FOLDING = { actions: Object.keys(REPEATS), butFields: NEVER_FOLDED };

const actionsOf = (kind: TimelineKind | undefined): string[] => [
  ...(kind === undefined || kind === 'sign-in' ? SIGN_IN_ACTIONS : []),
  ...(kind === undefined || kind === 'change' ? CHANGE_ACTIONS : []),
];

const kindOf = (moment: Moment): TimelineKind => {
  switch (moment.source) {
    case 'ledger':
      return moment.invoiceId === null ? 'payment' : 'invoice';
    case 'mail':
      return 'mail';
    case 'audit':
      return SIGN_IN_ACTIONS.includes(moment.action) ? 'sign-in' : 'change';
  }
};

/** The list of payments has no opening balance and no write-off, and tells a reversal at its payment. */
const linkOfEntry = ({ kind, itemId, id }: LedgerMoment): TimelineEntry['link'] =>
  ['opening', 'write-off', 'write-off-reversal', 'recovery'].includes(kind)
    ? null
    : { kind: 'payment', id: kind === 'reversal' ? itemId : Number(id) };

const linkOf = (moment: Moment): TimelineEntry['link'] => {
  if (moment.source === 'audit') {
    return moment.serviceId === null ? null : { kind: 'service', id: moment.serviceId };
  }
  if (moment.invoiceId !== null) {
    return { kind: 'invoice', id: moment.invoiceId };
  }
  if (moment.source === 'ledger') {
    return linkOfEntry(moment);
  }

  return moment.paymentId === null ? null : { kind: 'payment', id: moment.paymentId };
};

/** Lists what happened to an account, the newest first, repeats of a day in one entry; each read is audited (D33). */
export const readTimeline = async (
  timelines: TimelineStore,
  admin: SessionUser,
  {
    userId,
    kind,
    before,
  }: { userId: number; kind?: TimelineKind | undefined; before?: PlaceInTimeline | undefined },
): Promise<TimelineEntry[]> => {
  const page = { kind, actions: actionsOf(kind), folding: FOLDING, before, limit: TIMELINE_SHOWN };
  const moments = requireUser(await timelines.listOf(userId, page, auditOfRead(admin, 'users.timeline')));
  const asOf = before?.asOf ?? moments[0]?.at ?? '';

  return moments.map((moment) => ({
    at: new Date(moment.at).toISOString(),
    kind: kindOf(moment),
    text: wordMoment(moment),
    by: wordActor(moment),
    amount: moment.source === 'ledger' ? moment.amount : null,
    link: linkOf(moment),
    cursor: writeTimelineCursor({ ...moment, asOf }),
  }));
};
