import { sql } from 'drizzle-orm';
import { bankBookingAbout } from '#functions/adapters/database/bank/bank-booking-job.ts';
import { billingRunAbout } from '#functions/adapters/database/billing-runs/billing-run-job.ts';
import { invoicePdfAbout } from '#functions/adapters/database/invoices/invoice-pdf-job.ts';
import { mailAbout } from '#functions/adapters/database/mails/mail-jobs.ts';
import {
  helpdeskContactAbout,
  helpdeskMessageAbout,
} from '#functions/adapters/database/tickets/helpdesk-jobs.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { JOB_KINDS, type JobKind } from '#shared/job-kinds.ts';
import type { JobAbout } from './job-parts.ts';

const abouts: Record<JobKind, JobAbout> = {
  'invoice-pdf': invoicePdfAbout,
  'helpdesk-message': helpdeskMessageAbout,
  'helpdesk-contact': helpdeskContactAbout,
  'account-mail': mailAbout,
  'business-mail': mailAbout,
  'bank-booking': bankBookingAbout,
  'billing-run': billingRunAbout,
};

const ofKind = (part: keyof JobAbout) => {
  const branches = JOB_KINDS.map((kind) => sql`when ${kind} then ${abouts[kind][part]}`);

  return sql`case ${jobs.kind} ${sql.join(branches, sql` `)} end`;
};

export const aboutColumns = {
  aboutText: sql<string>`${ofKind('text')}`.as('about_text'),
  aboutUser: sql<string | null>`(
    select jsonb_build_object('id', account."User_Id", 'OWNumber', account."OWNumber",
      'name', trim(account."User_Name" || ' ' || account."User_Surname"), 'company', account."User_Org")::text
    from ${users} as account where account."User_Id" = ${ofKind('userId')})`.as('about_user'),
};
