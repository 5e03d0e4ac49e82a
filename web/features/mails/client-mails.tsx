import { useQuery } from '@tanstack/react-query';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { type MailedClient, whyNotMailed } from '../../lib/words/mail-outlook.ts';
import { MailList } from './mail-list.tsx';
import { useResendMail } from './mutations.ts';
import { mailsOfUserQuery } from './queries.ts';

interface ClientMailsProps {
  userId: number;
  /** Undefined until it has been read. */
  client: MailedClient | undefined;
}

/** The kinds of mail that are written anew when they are sent again. */
const DOCUMENTS = ['invoice', 'credit-note'];

/**
 * The mails of one account, for administrators. That of a document can be sent again unless it still waits, or no mail
 * goes to the client now.
 */
export const ClientMails = ({ userId, client }: ClientMailsProps) => {
  const resend = useResendMail();
  const maySend = client !== undefined && whyNotMailed(client) === undefined;

  return (
    <MailList
      list={useQuery(mailsOfUserQuery(userId))}
      title="Mails to this user"
      none="What the portal mails this user appears here, and whether it arrived."
      headingLevel="h3"
      actionOf={({ id, kind, state, subject }) =>
        maySend &&
        DOCUMENTS.includes(kind) &&
        state !== 'waiting' && (
          <BusyButton
            size="xs"
            variant="outline"
            isBusy={resend.isPending && resend.variables === id}
            aria-label={`Send again: ${subject}`}
            onClick={() => resend.mutate(id)}
          >
            Send again
          </BusyButton>
        )
      }
    />
  );
};
