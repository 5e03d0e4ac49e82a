import { BROADBAND_UNIT_NAME } from '#shared/brand.ts';

/** The groups of the helpdesk's agents. Clients may write to all but the last two. */
export const HELPDESK_GROUPS = [
  'Administration',
  'Billing',
  'Hosting Support',
  'Resellers',
  BROADBAND_UNIT_NAME,
  'Network Operations',
  'Abuse Desk',
] as const;

export type HelpdeskGroupName = (typeof HELPDESK_GROUPS)[number];

/** One message: a client's is plain text, an agent's is HTML. */
export interface SeedWords {
  by: 'client' | 'agent' | 'agent, privately';
  words: string;
}

export interface TicketTopic {
  group: HelpdeskGroupName;
  subject: string;
  description: string;
  priority: 1 | 2 | 3 | 4;
  tags: readonly string[];
  /** In order; a ticket that is still open may have only the beginning. */
  conversation: readonly SeedWords[];
}

const client = (words: string): SeedWords => ({ by: 'client', words });
const agent = (words: string): SeedWords => ({ by: 'agent', words: `<div>${words}</div>` });
const privately = (words: string): SeedWords => ({ by: 'agent, privately', words: `<div>${words}</div>` });

/** Topics that clients of an internet provider write about, so that every group has tickets. */
export const TICKET_TOPICS: readonly TicketTopic[] = [
  {
    group: BROADBAND_UNIT_NAME,
    subject: 'Slow speed every evening',
    description:
      'Since last week the connection drops to about 4Mbps between 19:00 and 22:00.\nIn the morning it is fine. I have restarted the router twice.',
    priority: 2,
    tags: ['speed', '5G'],
    conversation: [
      agent(
        '<p>Hi, thank you for telling us. Please do this once <b>in the evening</b>:</p><ol><li>Connect by cable, not Wi-Fi.</li><li>Run a test at <a href="https://speed.owconnect.example">speed.owconnect.example</a>.</li><li>Send us the result and the time.</li></ol>',
      ),
      client('Thursday 20:10 by cable: 5.2Mbps down, 3.1 up, ping 88.'),
      privately('Sector 3 of the tower is at 96 % in the evening. Network Operations knows.'),
      agent(
        'The tower near you is full in the evening. We have moved you to the other sector. Is it better?',
      ),
      client('Much better, 26Mbps last night. Thank you!'),
    ],
  },
  {
    group: BROADBAND_UNIT_NAME,
    subject: 'No connection since the storm',
    description: 'The router shows a red light since the storm on Sunday. Nothing works.',
    priority: 4,
    tags: ['outage'],
    conversation: [
      agent(
        'We are sorry. Please send a photo of the lights, and tell us whether the cable to the wall is firm.',
      ),
      client('The cable is firm. All lights are off now, also the power one.'),
      privately('Probably the adapter. Stock in Centurion: 14.'),
      agent('This is most likely the power adapter. A courier brings a new one tomorrow before noon.'),
    ],
  },
  {
    group: 'Billing',
    subject: 'Paid twice last month',
    description:
      'My bank shows two payments to you on the first of last month for the same invoice. Please credit one of them.',
    priority: 2,
    tags: ['payment', 'refund'],
    conversation: [
      agent(
        '<p>We found both:</p><table><thead><tr><th>Payment</th><th>Amount</th></tr></thead><tbody><tr><td>by card</td><td>R 397,00</td></tr><tr><td>by debit order</td><td>R 397,00</td></tr></tbody></table><p>Shall we keep one as credit?</p>',
      ),
      client('Yes please, keep it as credit.'),
      agent('Done. Your next invoice shows the credit.'),
    ],
  },
  {
    group: 'Billing',
    subject: 'VAT number on the invoice',
    description: 'Please put our VAT number on the invoices from now on. Our accountant needs it.',
    priority: 1,
    tags: ['VAT'],
    conversation: [
      agent('Gladly. Please send us the number and the name of the company as it stands with SARS.'),
      client('4870256193, the name as in the profile.'),
      agent('It is in your profile now and will be on the next invoice.'),
    ],
  },
  {
    group: 'Hosting Support',
    subject: 'Mail bounces with "mailbox full"',
    description: 'Clients tell me that mail to info@ comes back. The message says:\n552 5.2.2 mailbox full',
    priority: 3,
    tags: ['mail', 'hosting'],
    conversation: [
      agent(
        'The mailbox holds 5 GB and is full. You can free space in the webmail, under <i>Sent</i>:<blockquote>Settings &gt; Folders &gt; Empty</blockquote>or move to a plan with 20 GB.',
      ),
      client('I have deleted 2 GB of old mail. Does it work now?'),
      agent('Yes: a test mail of <code>10:42</code> arrived.'),
    ],
  },
  {
    group: 'Hosting Support',
    subject: 'SSL certificate has expired',
    description: 'The browser warns visitors of my site since this morning that it is not secure.',
    priority: 4,
    tags: ['SSL', 'hosting'],
    conversation: [
      privately('AutoSSL failed: the A record of www points to the old server.'),
      agent(
        'The certificate could not be renewed because <code>www</code> pointed to another server. It is renewed now.',
      ),
      client('Works again, thanks for the speed.'),
    ],
  },
  {
    group: 'Administration',
    subject: 'Change of address',
    description: 'We have moved within the same town. Which documents do you need for the new address?',
    priority: 1,
    tags: [],
    conversation: [
      agent('A proof of address that is not older than three months is enough. You can send it here.'),
      client('I will send the municipal account on Monday.'),
    ],
  },
  {
    group: 'Administration',
    subject: 'New contract for a second line',
    description: 'I would like a second SIM for the shop. Can it be on the same invoice?',
    priority: 2,
    tags: ['sales', 'SIM'],
    conversation: [
      agent('Yes, it can. Uncapped 4G/5G data is R337 a month. Shall we send the SIM to the shop?'),
    ],
  },
  {
    group: 'Resellers',
    subject: 'Price list for resellers',
    description: 'Please send me the new price list, and the margin for Fixed 5G.',
    priority: 2,
    tags: ['reseller'],
    conversation: [
      agent('The list is on its way. The margin for Fixed 5G is the same as before.'),
      client('Received, thank you.'),
    ],
  },
  {
    group: BROADBAND_UNIT_NAME,
    subject: 'SIM not recognised by the new router',
    description: 'I bought a new router and it says "No SIM". The old one still works with the same card.',
    priority: 3,
    tags: ['SIM', 'router'],
    conversation: [
      agent(
        'Our cards are locked to the first router for three months. We have unlocked yours; please restart it.',
      ),
    ],
  },
];
