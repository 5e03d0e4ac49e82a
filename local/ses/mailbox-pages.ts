import { html, type Markup } from '#functions/documents/html.ts';
import { formatDateTime, formatDateTimeSeconds } from '#shared/dates.ts';
import { EVENT_TYPES, type EventType } from './event-types.ts';
import { type PlantedFault, SES_FAULTS } from './faults.ts';
import type { StoredMail } from './mail-store.ts';
import { MAILBOX_SCRIPT } from './mailbox-script.ts';
import { MAILBOX_STYLE } from './mailbox-style.ts';

const PREVIEW_LENGTH_MAX = 160;
const PAGE_LENGTH = 100;

/** The state that each event gives a mail, and the button that publishes it. */
const EVENT_WORDS: Record<EventType, { state: string; button: string; tone: 'good' | 'bad' | 'muted' }> = {
  send: { state: 'Sent', button: 'Sent', tone: 'muted' },
  delivery: { state: 'Delivered', button: 'Delivered', tone: 'good' },
  bounce: { state: 'Bounced', button: 'Bounced: no such mailbox', tone: 'bad' },
  'transient-bounce': { state: 'Bounced for now', button: 'Bounced for now: mailbox full', tone: 'bad' },
  complaint: { state: 'Complained', button: 'Reported as spam', tone: 'bad' },
  reject: { state: 'Rejected', button: 'Rejected by SES: a virus', tone: 'bad' },
  delay: { state: 'Delayed', button: 'Delayed', tone: 'muted' },
};

export const VIEWS = ['html', 'text', 'headers'] as const;
export type MailView = (typeof VIEWS)[number];

const VIEW_NAMES: Record<MailView, string> = { html: 'HTML', text: 'Text', headers: 'Headers' };

const toLink = (href: string, label: string, isCurrent: boolean): Markup =>
  isCurrent ? html`<a href="${href}" aria-current="page">${label}</a>` : html`<a href="${href}">${label}</a>`;

const toPage = (title: string, path: string, content: Markup): string =>
  `<!DOCTYPE html>${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${{ markup: MAILBOX_STYLE }}</style></head><body>
<header><strong>Mailbox</strong><nav aria-label="Mailbox">${toLink('/', 'Mails', path === '/')}${toLink('/faults', 'Faults', path === '/faults')}</nav>
<span>Stands in for Amazon SES: no mail leaves this computer</span></header><main>${content}</main></body></html>`
      .markup
  }`;

const stateOf = ({ events }: StoredMail): Markup => {
  const last = events.at(-1);
  const { state, tone } = last ? EVENT_WORDS[last.type] : { state: 'Taken', tone: 'muted' };

  return html`<span class="state ${tone}">${state}</span>`;
};

const toRow = (mail: StoredMail): Markup => {
  const preview = mail.text.replaceAll(/\s+/g, ' ').trim().slice(0, PREVIEW_LENGTH_MAX);
  const count = mail.attachments.length;
  const files = count > 0 ? html`<span>${count === 1 ? '1 file' : `${count} files`}</span>` : [];

  return html`<li><a href="/messages/${mail.id}"><span class="to">${mail.to.join(', ')}</span>
<span class="subject">${mail.subject || 'No subject'}<span class="preview">${preview}</span></span>
<span class="when">${stateOf(mail)}<span>${formatDateTime(mail.at)}</span>${files}</span></a></li>`;
};

const toQuery = (query: string, page: number): string => {
  const search = new URLSearchParams({ ...(query && { q: query }), ...(page > 1 && { page: String(page) }) });

  return search.size > 0 ? `/?${search}` : '/';
};

/** Renders one page of the list: `mails` are those that the search found, `newestId` is the newest of all. */
export const showMails = (
  mails: readonly StoredMail[],
  { query, page, newestId }: { query: string; page: number; newestId: string },
): string => {
  const begin = (page - 1) * PAGE_LENGTH;
  const shown = mails.slice(begin, begin + PAGE_LENGTH);
  const empty = query ? `No mail has '${query}' in its address, subject or text.` : 'No mail was sent yet.';
  const pages = [
    ...(page > 1 ? [html`<a href="${toQuery(query, page - 1)}">Newer</a>`] : []),
    ...(mails.length > begin + PAGE_LENGTH ? [html`<a href="${toQuery(query, page + 1)}">Older</a>`] : []),
  ];

  return toPage(
    query ? `${query}: mailbox` : 'Mailbox',
    '/',
    html`<h1>Mails</h1>
<form class="search" role="search"><input type="search" name="q" value="${query}" aria-label="Search by address, subject or text" placeholder="Address, subject or text"><button>Search</button></form>
<p id="news" role="status" data-newest="${newestId}" hidden><a href="${toQuery(query, page)}">A new mail has come: show it</a></p>
<div class="panel flush">${shown.length === 0 ? html`<p class="empty">${empty}</p>` : html`<ol class="mails">${shown.map(toRow)}</ol>`}</div>
${pages.length > 0 ? html`<nav aria-label="Pages">${pages}</nav>` : []}<script>${{ markup: MAILBOX_SCRIPT }}</script>`,
  );
};

const formatSize = (bytes: number): string =>
  bytes < 1024 ? `${bytes} bytes` : `${Math.round(bytes / 1024).toLocaleString('en-ZA')} KB`;

const showFiles = ({ id, attachments }: StoredMail): Markup[] =>
  attachments.length === 0
    ? []
    : [
        html`<ol class="files" aria-label="Attachments">${attachments.map(
          ({ name, size }, index) =>
            html`<li><a href="/messages/${id}/attachments/${String(index)}" target="_blank">${name} (${formatSize(size)})</a></li>`,
        )}</ol>`,
      ];

const showFields = (fields: readonly { name: string; value: string }[]): Markup =>
  html`<dl>${fields.map(({ name, value }) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;

const showContent = (mail: StoredMail, view: MailView): Markup => {
  if (view === 'headers') {
    const tags = mail.tags.map(({ name, value }) => ({ name: `Tag ${name}`, value }));

    return showFields([
      ...mail.headers,
      ...tags,
      { name: 'Configuration set', value: mail.configurationSet },
    ]);
  }
  if (view === 'text') {
    return html`<pre>${mail.text}</pre>`;
  }

  return html`<iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/messages/${mail.id}/html"></iframe>`;
};

const showEvents = (mail: StoredMail): Markup => {
  const buttons = EVENT_TYPES.filter((type) => type !== 'send').map(
    (type) => html`<button name="type" value="${type}">${EVENT_WORDS[type].button}</button>`,
  );
  const happened = mail.events.map(
    ({ type, at }) =>
      html`<li>${EVENT_WORDS[type].state} <span class="muted small">${formatDateTimeSeconds(at)}</span></li>`,
  );

  return html`<section class="panel"><h2>What happened to it</h2>
${happened.length === 0 ? html`<p class="muted">SES took it and has reported nothing yet.</p>` : html`<ol class="happened">${happened}</ol>`}
<h2>Answer for the outside world</h2>
<form class="answers" method="post" action="/messages/${mail.id}/events">${buttons}</form></section>`;
};

/** Renders one mail; its HTML stands in a frame in which nothing runs and nothing is loaded. */
export const showMail = (mail: StoredMail, view: MailView): string => {
  const tabs = VIEWS.map((each) =>
    toLink(`/messages/${mail.id}?view=${each}`, VIEW_NAMES[each], each === view),
  );
  const fields = [
    { name: 'To', value: mail.to.join(', ') },
    { name: 'From', value: mail.from },
    { name: 'Sent', value: formatDateTimeSeconds(mail.at) },
  ];

  return toPage(
    mail.subject || 'No subject',
    '',
    html`<h1>${mail.subject || 'No subject'}</h1>
<div class="panel">${showFields(fields)}${showFiles(mail)}</div>
<div class="mail"><div class="panel flush"><nav class="tabs" aria-label="Parts of the mail">${tabs}${view === 'html' ? html`<a class="alone" href="/messages/${mail.id}/html" target="_blank">Open alone</a>` : []}</nav>${showContent(mail, view)}</div>
${showEvents(mail)}</div>`,
  );
};

const showPlanted = ({ id, fault, operation, to, left }: PlantedFault): Markup =>
  html`<li class="panel row planted"><span><strong>${fault}</strong> for ${operation}${to === undefined ? '' : ` to ${to}`}, ${left === undefined ? 'until it is switched off' : `${left} more times`}</span>
<form method="post" action="/faults/${String(id)}/remove"><button>Switch off</button></form></li>`;

/** Renders the faults that calls meet now, and the form to plant another one. */
export const showFaults = (planted: readonly PlantedFault[]): string => {
  const options = SES_FAULTS.map((fault) => html`<option>${fault}</option>`);

  return toPage(
    'Faults: mailbox',
    '/faults',
    html`<h1>Faults</h1>
${planted.length === 0 ? html`<p class="muted">SES answers as it should.</p>` : html`<ol>${planted.map(showPlanted)}</ol>`}
<form class="panel row" method="post" action="/faults">
<label>Fault <select name="fault">${options}</select></label>
<label>Only for the address <input name="to" type="email" placeholder="all"></label>
<label>Number of calls <input name="times" type="number" min="1" placeholder="until switched off"></label>
<button class="primary">Switch on</button></form>
<p class="muted small">'hang' and 'drop' take no mail; those with 'after' take it, and the portal does not learn of it.</p>`,
  );
};

export const showRefusal = (sentence: string): string => toPage('Mailbox', '', html`<h1>${sentence}</h1>`);
