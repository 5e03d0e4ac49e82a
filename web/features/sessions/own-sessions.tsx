import { useQuery } from '@tanstack/react-query';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { useLogOut } from '../../lib/session/session.ts';
import { useEndOwnSessions } from './mutations.ts';
import { ownSessionsQuery } from './queries.ts';
import { SessionList } from './session-rows.tsx';

const WORDS = {
  title: 'Where you are signed in',
  none: 'You are signed in nowhere',
  endAll: 'End all others',
  question: 'End all other sessions?',
  consequence: 'Every other browser is signed out at once. This one stays signed in.',
};

const LogOut = () => {
  const logOut = useLogOut();

  return (
    <BusyButton size="xs" variant="outline" isBusy={logOut.isPending} onClick={() => logOut.mutate()}>
      Log out
    </BusyButton>
  );
};

export const OwnSessions = () => (
  <SessionList
    list={useQuery(ownSessionsQuery)}
    ending={useEndOwnSessions()}
    words={WORDS}
    headingLevel="h2"
    currentAction={<LogOut />}
  />
);
