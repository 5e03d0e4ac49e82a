import { makeConversationStore } from '#functions/adapters/database/tickets/sql-conversation-store.ts';

export const conversationStore = { conversations: makeConversationStore };
