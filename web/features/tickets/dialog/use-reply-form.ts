import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { lazyPart } from '../../../components/loading/lazy-part.tsx';
import { useUser } from '../../../lib/session/session.ts';
import { conversationQuery } from '../queries.ts';
import { readReplyDraft } from '../writing/reply-draft.ts';

/** Loaded after the ticket, because it imports the schemas. */
export const ReplyForm = lazyPart(() => import('../writing/reply-form.tsx'), 'ReplyForm');

/** Decides if the reply form is shown: on request, for a ticket without a conversation, and for a kept draft. */
export const useReplyForm = (ticketId: number) => {
  const { User_Id: userId } = useUser();
  const { data: entries, isPending } = useQuery(conversationQuery(ticketId));
  const [isAskedFor, setIsAskedFor] = useState(false);
  const [hasDraft, setHasDraft] = useState(() => readReplyDraft(userId, ticketId) !== '');
  // A form that appeared because the conversation was empty stays after the first reply.
  const [wasEmpty, setWasEmpty] = useState(false);
  if (entries?.length === 0 && !wasEmpty) {
    setWasEmpty(true);
  }

  useEffect(() => {
    void ReplyForm.preload();
  }, []);

  return {
    isShown: isAskedFor || hasDraft || wasEmpty,
    /** True if it takes the focus, because it was asked for or continues a draft. */
    hasFocus: isAskedFor || hasDraft,
    hasDraft,
    /** True until the conversation is read, which decides if the form appears by itself. */
    isUndecided: isPending,
    isOptional: !wasEmpty,
    show: () => setIsAskedFor(true),
    hide: () => {
      setIsAskedFor(false);
      setHasDraft(false);
    },
  };
};
