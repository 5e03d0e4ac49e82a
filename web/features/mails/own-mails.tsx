import { useQuery } from '@tanstack/react-query';
import { MailList } from './mail-list.tsx';
import { ownMailsQuery } from './queries.ts';

export const OwnMails = () => (
  <MailList
    list={useQuery(ownMailsQuery)}
    title="Mails to you"
    none="What we mail you appears here, and whether it arrived."
    headingLevel="h2"
  />
);
