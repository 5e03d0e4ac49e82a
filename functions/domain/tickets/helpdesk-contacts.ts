import * as z from 'zod';
import { PostponedError, workOnJob } from '#functions/domain/jobs/job-worker.ts';
import type { JobStore } from '#functions/ports/database/jobs/job-store.ts';
import type { ThrottleStore } from '#functions/ports/database/system/throttle-store.ts';
import type {
  ContactAccount,
  HelpdeskContactStore,
} from '#functions/ports/database/tickets/helpdesk-contact-store.ts';
import type { Helpdesk } from '#functions/ports/helpdesk.ts';
import type { JobSender } from '#functions/ports/job-queue.ts';
import type { SupportSettings } from '#functions/ports/support-settings.ts';
import type { UserDetail } from '#shared/contract/users.ts';
import { AppError } from '#shared/errors.ts';
import { helpdeskCalls } from './helpdesk-budget.ts';
import { callAbout, helpdeskDown, type OutagePorts, progressAfter } from './helpdesk-outage.ts';

const KIND = 'helpdesk-contact';

const payload = z.object({
  userId: z.number(),
  contactKey: z.string(),
  /** The fingerprint of the fields that the contact shows, if it is known. */
  had: z.string().nullish(),
});

/** Updates of one contact in an hour, so that a client who is renamed again and again leaves some to the others. */
const UPDATES_MAX = 6;

interface ContactPorts {
  database: {
    jobs: Pick<JobStore, 'claim' | 'release'>;
    helpdeskContacts: Pick<HelpdeskContactStore, 'read' | 'clearMessages' | 'complete'>;
    throttle: Pick<ThrottleStore, 'take' | 'giveBack'>;
  } & OutagePorts['database'];
  helpdesk: Pick<Helpdesk, 'updateContact' | 'deleteContact' | 'check'> | undefined;
}

interface SenderPorts {
  supportSettings: Pick<SupportSettings, 'isOn'>;
  helpdeskContactQueue: JobSender;
}

/** Sends the job of a contact whose account is deleted. If this fails, the sweep sends it. */
export const sendContactDeletion = async (
  { supportSettings, helpdeskContactQueue }: SenderPorts,
  userId: number,
): Promise<void> => {
  if (supportSettings.isOn) {
    await helpdeskContactQueue.send(String(userId));
  }
};

interface UnsentPorts {
  database: { helpdeskContacts: Pick<HelpdeskContactStore, 'takeUnsent'> };
  helpdeskContactQueue: JobSender;
}

const sendUnsent = async (
  { database: { helpdeskContacts }, helpdeskContactQueue }: UnsentPorts,
  userId: number,
  now: Date,
) => {
  if (await helpdeskContacts.takeUnsent(userId, now)) {
    await helpdeskContactQueue.send(String(userId));
  }
};

/** Sends the job of a contact whose account was edited, if the edit queued one. */
export const sendContactUpdate = async (
  ports: UnsentPorts,
  { User_Id, support }: Pick<UserDetail, 'User_Id' | 'support'>,
  now: Date,
): Promise<void> => {
  // An edit of an account without a contact has queued nothing.
  if (support?.contactUrl) {
    await sendUnsent(ports, User_Id, now);
  }
};

/** What a request needs to send the job of a contact that it queued. */
export interface ContactJobPorts {
  supportSettings: Pick<SupportSettings, 'isOn'>;
  helpdeskContactQueue: JobSender;
  /** Logs a failure that the answer does not show. */
  report(failure: unknown): void;
}

/** Sends the job of an account's contact if one was queued. If this fails, the sweep sends it. */
export const sendContactJob = async (
  { supportSettings, report, ...ports }: UnsentPorts & ContactJobPorts,
  userId: number,
  now: Date,
): Promise<void> => {
  if (supportSettings.isOn) {
    await sendUnsent(ports, userId, now).catch(report);
  }
};

const updateContact = async (
  helpdesk: Pick<Helpdesk, 'updateContact'>,
  { contactId, name, surname, email, isEmailVerified }: ContactAccount,
) => {
  if (contactId === null) {
    return;
  }

  await helpdesk.updateContact(contactId, { name: `${name} ${surname}`.trim(), email, isEmailVerified });
};

/** Counts an update in the calls of all and for its account; waits if either has none left. */
const countUpdate = async (
  { throttle }: Pick<ContactPorts['database'], 'throttle'>,
  userId: number,
  now: Date,
) => {
  const ofAccount = { name: `contact updates of user ${userId}`, limit: UPDATES_MAX, windowSeconds: 60 * 60 };
  const spentUntil = await throttle.take(ofAccount, now);
  if (spentUntil) {
    throw new PostponedError('The updates of this contact', spentUntil);
  }
  const busyUntil = await throttle.take(helpdeskCalls(1), now);
  if (busyUntil) {
    await throttle.giveBack(ofAccount);
    throw new PostponedError('The calls of the helpdesk', busyUntil);
  }
};

/**
 * Deletes the contact once no message of the client is being sent, because sending one would create the contact again
 * (D11).
 */
const deleteContact = async (
  helpdesk: Pick<Helpdesk, 'deleteContact'>,
  helpdeskContacts: Pick<HelpdeskContactStore, 'clearMessages'>,
  { userId, contactKey }: z.output<typeof payload>,
  now: Date,
) => {
  if (!(await helpdeskContacts.clearMessages(userId, now))) {
    throw new AppError('unavailable', 'A message of this client is being sent just now.');
  }

  await helpdesk.deleteContact(contactKey);
};

const explain = (error: unknown) => ({
  error: error instanceof AppError ? error.message : 'The contact could not be brought in line.',
  progress: progressAfter(error),
});

/** Brings a contact in line with its account, or permanently deletes it with all its tickets if the account is gone. */
export const runHelpdeskContactJob = (
  { database, helpdesk }: ContactPorts,
  key: string,
  clock: () => Date,
): Promise<void> =>
  workOnJob(database.jobs, { kind: KIND, key }, clock, (job) => ({
    run: async () => {
      const { helpdeskContacts } = database;
      const client = payload.parse(job.payload);
      if (!helpdesk) {
        throw new AppError('unavailable', 'This portal has no helpdesk at the moment.');
      }
      const { account, ...state } = await helpdeskContacts.read(client.userId, clock());
      if (state.isHelpdeskDown) {
        throw helpdeskDown();
      }

      const isInLine = account && (account.contactId === null || account.fingerprint === client.had);
      if (isInLine) {
        job.stillHeld(await helpdeskContacts.complete(job.held()));
        return;
      }
      if (account) {
        await countUpdate(database, client.userId, clock());
      }

      const contact = { kind: 'contact', id: client.userId, isSuspect: state.isHelpdeskSuspect } as const;
      await callAbout({ database, helpdesk }, contact, clock(), () =>
        account
          ? updateContact(helpdesk, account)
          : deleteContact(helpdesk, helpdeskContacts, client, clock()),
      );

      job.stillHeld(await helpdeskContacts.complete(job.held()));
    },
    explain,
  }));
