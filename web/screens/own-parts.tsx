import { lazyPart } from '../components/lazy-part.tsx';

/** The parts of one's own account in both portals; each is loaded with its tab. */

export const OwnSessions = lazyPart(() => import('../features/sessions/own-sessions.tsx'), 'OwnSessions');
export const OwnMails = lazyPart(() => import('../features/mails/own-mails.tsx'), 'OwnMails');
