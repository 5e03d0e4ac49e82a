import type { ConversationEntry } from '#shared/contract/tickets.ts';

export const describeDelivery = ({ delivery }: Pick<ConversationEntry, 'delivery'>) =>
  delivery === 'waiting' && {
    description: 'It waits to be sent: that happens as soon as the helpdesk takes it.',
  };
