import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { useUser } from '../../../lib/session.ts';
import { conversationQuery } from '../api/read-ticket-conversation.ts';
import { readReplyDraft } from '../writing/reply-draft.ts';

/** Loaded behind the ticket: it brings the schemas along. */
export const ReplyForm = lazyPart(() => import('../writing/reply-form.tsx'), 'ReplyForm');

/** The reply form is hidden until it is asked for, but for a ticket without a conversation and for a kept draft. */
export const useReplyForm = (ticketId: number) => {
  const { User_Id: userId } = useUser();
  const { data: entries, isPending } = useQuery(conversationQuery(ticketId));
  const [isAskedFor, setIsAskedFor] = useState(false);
  const [hasDraft, setHasDraft] = useState(() => readReplyDraft(userId, ticketId) !== '');
  // A form that has shown itself stays there when the first reply stands above it.
  const [wasEmpty, setWasEmpty] = useState(false);
  if (entries?.length === 0 && !wasEmpty) {
    setWasEmpty(true);
  }

  useEffect(() => {
    void ReplyForm.preload();
  }, []);

  return {
    isShown: isAskedFor || hasDraft || wasEmpty,
    isAskedFor,
    /** Whether the form shows itself is known only with the conversation. */
    isUndecided: isPending,
    isOptional: !wasEmpty,
    show: () => setIsAskedFor(true),
    hide: () => {
      setIsAskedFor(false);
      setHasDraft(false);
    },
  };
};
