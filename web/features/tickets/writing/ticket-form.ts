import * as z from 'zod';
import { newTicket } from '#shared/contract/tickets.ts';
import { splitTags } from './split-tags.ts';

const { subject, description, priority, department, tags } = newTicket.shape;

/** The tags as typed. The contract identifies an invalid tag by its index. */
const typedTags = z.string().transform((typed, context) => {
  const parsed = tags.safeParse(splitTags(typed));
  if (parsed.success) {
    return parsed.data;
  }

  const [issue] = parsed.error.issues;
  const place = issue?.path.find((part) => typeof part === 'number');
  context.addIssue(`${place === undefined ? '' : `Tag ${place + 1}: `}${issue?.message}`);
  return z.NEVER;
});

/** The contract's ticket as form values, which are all texts. */
export const ticketForm = z.object({
  subject,
  description,
  priority: z.string().transform(Number).pipe(priority.unwrap()),
  department: z
    .string()
    .transform((chosen) => (chosen === '' ? undefined : Number(chosen)))
    .pipe(department),
  tags: typedTags,
});
export type TicketForm = z.input<typeof ticketForm>;
