import type { MailOrderPorts } from '#functions/domain/mails/mail-orders.ts';
import type { MailOrder } from '#functions/ports/database/mails/mail-store.ts';

/** Makes what a request needs to order mails, and records what it orders, sends and reports. */
export const stubMail = ({
  isOn = true,
  send = async () => {},
}: {
  isOn?: boolean;
  send?: () => Promise<void>;
} = {}) => {
  const ordered: Pick<MailOrder, 'kind' | 'userId' | 'recipient'>[] = [];
  const sent: string[] = [];
  const reported: unknown[] = [];
  const ports: MailOrderPorts = {
    mailSettings: { isOn },
    accountMailQueue: {
      send: async (key) => {
        await send();
        sent.push(key);
      },
    },
    report: (failure) => void reported.push(failure),
  };

  return {
    ports,
    ordered,
    sent,
    reported,
    mails: {
      order: async ({ kind, userId, recipient }: MailOrder) => {
        ordered.push({ kind, userId, recipient });

        return true;
      },
    },
  };
};
