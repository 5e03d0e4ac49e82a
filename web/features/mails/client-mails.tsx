import { useQuery } from '@tanstack/react-query';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { MailList } from './mail-list.tsx';
import { useResendMail } from './mutations.ts';
import { mailsOfUserQuery } from './queries.ts';

/** The mails of one account, for administrators. The mail of an invoice can be sent again unless it still waits. */
export const ClientMails = ({ userId }: { userId: number }) => {
  const resend = useResendMail();

  return (
    <MailList
      list={useQuery(mailsOfUserQuery(userId))}
      title="Mails to this user"
      none="What the portal mails this user appears here, and whether it arrived."
      headingLevel="h3"
      actionOf={({ id, kind, state, subject }) =>
        kind === 'invoice' &&
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
