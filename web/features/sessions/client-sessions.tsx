import { useQuery } from '@tanstack/react-query';
import { useEndSessionsOfUser } from './mutations.ts';
import { sessionsOfUserQuery } from './queries.ts';
import { SessionList } from './session-rows.tsx';

const WORDS = {
  title: 'Where this user is signed in',
  none: 'This user is signed in nowhere',
  endAll: 'End all',
  question: 'End all sessions of this user?',
  consequence: 'Every browser is signed out at once. The password stays as it is.',
};

export const ClientSessions = ({ userId }: { userId: number }) => (
  <SessionList
    list={useQuery(sessionsOfUserQuery(userId))}
    ending={useEndSessionsOfUser(userId)}
    words={WORDS}
    headingLevel="h3"
  />
);
