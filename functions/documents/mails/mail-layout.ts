import { html, type Markup } from '#functions/documents/html.ts';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { PRIVACY_PATH } from '#shared/edge.ts';
import { type Provider, registrationLines } from '#shared/invoices/issued-invoice.ts';
import { type MailContent, type MailPart, oneLine, type Words } from './mail-parts.ts';
import { STYLE_ELEMENT, STYLES } from './mail-style.ts';

const renderWords = (words: Words): Markup =>
  typeof words === 'string' ? html`${words}` : html`<bdi>${words.typed}</bdi>`;

const renderAddress = (address: string): Markup =>
  html`<a class="link" href="${address}" style="${STYLES.link}">${address}</a>`;

const renderPart = (part: MailPart): Markup => {
  if ('paragraph' in part) {
    return html`<p class="text" style="${STYLES.paragraph}">${part.paragraph.map(renderWords)}</p>`;
  }
  if ('facts' in part) {
    const rows = part.facts.map(
      ([label, value]) => html`
<tr>
<th scope="row" class="quiet line" style="${STYLES.label}">${label}</th>
<td class="text line" style="${STYLES.value}">${renderWords(value)}</td>
</tr>`,
    );

    return html`<table class="line" cellpadding="0" cellspacing="0" border="0" style="${STYLES.facts}">${rows}
</table>`;
  }
  if ('button' in part) {
    const { label, address } = part.button;

    return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="${STYLES.button}">
<tr><td class="solid" style="${STYLES.solid}"><a href="${address}" style="${STYLES.buttonLink}">${label}</a></td></tr>
</table>
<p class="quiet" style="${STYLES.address}">Or open this address:<br>${renderAddress(address)}</p>`;
  }

  return html`<p class="quiet" style="${STYLES.note}">${part.note}${
    part.address ? html`<br>${renderAddress(part.address)}` : ''
  }</p>`;
};

/** Keeps a mailbox from showing the first words of the mail behind a short preheader. */
const FILLER: Markup = { markup: '&#8199;&#65279;&#847; '.repeat(60) };

/** Names the company on each of its letters (Companies Act 71 of 2008, section 32(4)). */
const describeProvider = ({ name, addressLines, email, phone, ...provider }: Provider): string =>
  [name, ...registrationLines(provider), addressLines.join(', '), email, phone].join(' · ');

/** What stands at the end of every mail: who sends it, and the address of the privacy notice. */
interface Foot {
  sender: string;
  privacy: string;
}

const renderHtml = (
  { subject, preheader, title, parts, footer }: MailContent,
  { sender, privacy }: Foot,
): string =>
  html`<!doctype html>
<html lang="en-ZA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${subject}</title>
<style>${{ markup: STYLE_ELEMENT }}</style>
</head>
<body class="canvas" style="${STYLES.body}">
<div aria-hidden="true" style="${STYLES.preheader}">${preheader} ${FILLER}</div>
<div role="main" lang="en-ZA">
<table role="presentation" class="canvas" cellpadding="0" cellspacing="0" border="0" style="${STYLES.canvas}">
<tr><td class="frame" align="center" style="padding: 32px 16px;">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="${STYLES.column}">
<tr><td class="link" align="left" style="${STYLES.name}">${PRODUCT_NAME}</td></tr>
<tr><td class="rule" style="${STYLES.rule}">&nbsp;</td></tr>
<tr><td class="panel" align="left" style="${STYLES.panel}">
<h1 class="text title" style="${STYLES.title}">${title}</h1>
${parts.map(renderPart)}
</td></tr>
<tr><td class="quiet" align="left" style="${STYLES.footer}">${footer}<br>${sender}<br>Privacy notice: ${renderAddress(privacy)}</td></tr>
</table>
</td></tr>
</table>
</div>
</body>
</html>
`.markup;

/** True for letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]|[\u202A-\u202E\u2066-\u2069]/u;

const writeWords = (words: Words): string => {
  if (typeof words === 'string') {
    return words;
  }

  return RIGHT_TO_LEFT.test(words.typed) ? `\u2068${words.typed}\u2069` : words.typed;
};

const writePart = (part: MailPart): string => {
  if ('paragraph' in part) {
    return part.paragraph.map(writeWords).join('');
  }
  if ('facts' in part) {
    return part.facts.map(([label, value]) => `${label}: ${writeWords(value)}`).join('\n');
  }
  if ('button' in part) {
    return `${part.button.label}:\n${part.button.address}`;
  }

  return part.address ? `${part.note}\n${part.address}` : part.note;
};

const writeText = ({ title, parts, footer }: MailContent, { sender, privacy }: Foot): string =>
  [PRODUCT_NAME, title, ...parts.map(writePart), `--\n${footer}\n${sender}\nPrivacy notice: ${privacy}`]
    .join('\n\n')
    .concat('\n');

/** Renders a mail as HTML and as text, both from the same parts. */
export const renderMail = (
  content: MailContent,
  provider: Provider,
  portal: string,
): { subject: string; html: string; text: string } => {
  const subject = oneLine(content.subject);
  const foot = { sender: describeProvider(provider), privacy: `${portal}${PRIVACY_PATH}` };

  return { subject, html: renderHtml({ ...content, subject }, foot), text: writeText(content, foot) };
};
