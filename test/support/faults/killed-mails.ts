import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { makeRandom } from '#local/seed/random.ts';
import type { StoredMail } from '#local/ses/mail-store.ts';
import { addPrintedInvoices, addVerified, orderMail, tellEvent } from '#test/support/mails/mail-jobs.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';
import { startProcesses } from './worker-processes.ts';

interface Wanted {
  mails: number;
  /** Number of sending processes. */
  workers: number;
  kills: number;
  /** True if SES's events reach the portal before a mail whose answer was lost is tried again. */
  areEventsDelivered: boolean;
  seed: number;
}

const idOf = ({ tags }: StoredMail): string => tags.find(({ name }) => name === 'mail')?.value ?? '';

/**
 * Sends invoice mails while the sending processes are killed: one time at a random moment, the next one as soon as SES
 * has taken a mail. Then ten minutes pass for the mails that are uncertain. Returns how many mails were sent twice, how
 * many kills hit the gap between SES's taking and our note, and a sentence for each fault.
 */
export const sendWhileKilled = async (wanted: Wanted) => {
  const portal = await startTestPortal({
    settings: { MAIL_RATE_PER_SECOND: '1000' },
    logError: () => {},
  });
  portal.ses.setAfterSending([]);
  const processes = await startProcesses(portal, wanted.workers);
  const random = makeRandom(wanted.seed);
  const taken = new Map<string, StoredMail>();
  const working: (string | undefined)[] = [];
  const faults = new Set<string>();
  let kills = 0;
  let gaps = 0;
  let begun = 0;
  /** True while a process may be killed, because another can take its place. */
  let isArmed = false;

  /** SES keeps the newest mails alone, so each is noted soon after it was taken. */
  const look = () => {
    for (const mail of portal.ses.listMails()) {
      taken.set(mail.id, mail);
    }
  };
  const countOf = (mailId: string) => [...taken.values()].filter((mail) => idOf(mail) === mailId).length;

  const takeDue = async (): Promise<string | undefined> => {
    const [due] = await portal.connection
      .update(jobs)
      .set({ sent_at: sql`now()` })
      .where(
        sql`id in (
          select id from jobs as due
          where due.kind = 'business-mail' and (due.not_before is null or due.not_before < now())
            and (due.state = 'queued' or (due.state = 'running' and due.lease_until < now()))
            and due.key not in (${sql.join([...working.map((key) => sql`${key ?? ''}`), sql`''`], sql`, `)})
          order by random() limit 1)`,
      )
      .returning({ key: jobs.key });

    return due?.key;
  };

  /** Keeps mails back for the kills that are still to come. */
  const waitForKills = async () => {
    while (!isArmed && kills < wanted.kills && begun >= (wanted.mails * (kills + 1)) / (wanted.kills + 1)) {
      await sleep(20);
    }
    begun += 1;
  };

  /** Works until no job is due. */
  const work = async (place: number) => {
    for (;;) {
      await waitForKills();
      const key = await takeDue();
      if (!key) {
        return;
      }
      working[place] = key;
      const answer = await processes.tell(place, { does: 'business-mail', key });
      working[place] = undefined;
      look();
      if (answer?.error) {
        faults.add(answer.error);
      }
    }
  };

  const killOne = async (place: number) => {
    const key = working[place];
    if (key === undefined || !processes.isBusy(place)) {
      return;
    }
    kills += 1;
    isArmed = false;
    await processes.kill(place);
    look();
    const [row] = await portal.connection.select({ state: mails.state }).from(mails).where(eq(mails.id, key));
    if (row?.state === 'uncertain' && countOf(key) > 0) {
      gaps += 1;
    }
  };

  const kill = async () => {
    while (kills < wanted.kills) {
      await processes.readySpare();
      isArmed = true;
      const place = random.integer(0, wanted.workers - 1);
      if (kills % 2 === 0) {
        await portal.ses.waitFor(() => portal.ses.listMails().find((mail) => idOf(mail) === working[place]));
      } else {
        await sleep(random.integer(0, 60));
      }
      await killOne(place);
    }
  };

  const tellEvents = async () => {
    for (const mail of taken.values()) {
      await tellEvent(portal, mail, 'send');
    }
  };

  try {
    const { userId } = await addVerified(portal);
    const mailIds: string[] = [];
    for (const invoiceId of await addPrintedInvoices(portal, userId, wanted.mails)) {
      mailIds.push(await orderMail(portal, { kind: 'invoice', userId, about: { invoiceId } }));
    }
    const killing = kill();
    await Promise.all(Array.from({ length: wanted.workers }, (_, place) => work(place)));
    if (kills < wanted.kills) {
      faults.add(`Only ${kills} kills came before the mails were sent`);
    }
    await Promise.race([killing, sleep(1000)]);

    // A job that was killed late is due once its lease is over; the uncertain ones after ten minutes.
    if (wanted.areEventsDelivered) {
      await tellEvents();
    }
    const longAgo = new Date(Date.now() - 11 * 60_000).toISOString();
    await portal.connection.update(mails).set({ tried_at: longAgo }).where(eq(mails.state, 'uncertain'));
    await portal.connection.update(jobs).set({ not_before: null }).where(eq(jobs.kind, 'business-mail'));
    await Promise.all(Array.from({ length: wanted.workers }, (_, place) => work(place)));
    look();

    for (const mailId of mailIds) {
      const [row] = await portal.connection.select().from(mails).where(eq(mails.id, mailId));
      if (countOf(mailId) === 0 || row?.state !== 'sent') {
        faults.add(`A mail was taken ${countOf(mailId)} times and is ${row?.state}`);
      }
    }

    return { doubles: taken.size - mailIds.length, kills, gaps, faults: [...faults] };
  } finally {
    await processes.end();
    await portal.stop();
  }
};
