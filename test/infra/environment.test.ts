import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readSettings } from '#infra/settings.ts';
import { PRODUCTION } from '#test/support/infra/deployment-settings.ts';
import { synthPortal } from '#test/support/infra/portal-template.ts';

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const BYTES_MAX = 4096;

/** The longest address of a queue; an ARN of the Data API and the origin's secret are shorter. */
const BYTES_OF_REFERENCE = 131;

const DEPLOYMENT = 'a'.repeat(31);
/** CloudFormation names a queue by its stack, its logical id and twelve letters, with a hyphen between them. */
const bytesOfQueue = (logicalId: string) => DEPLOYMENT.length + 1 + logicalId.length + 1 + 12;
/** What the address of each queue begins with. */
const PSEUDO_PARAMETERS: Record<string, string> = {
  'AWS::Region': 'ap-southeast-1',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::AccountId': '123456789012',
};

/** Three bytes in UTF-8, and one of the letters by which lengths are counted. */
const WIDE = '漢';
const longEmail = `${'a'.repeat(64)}@${'b'.repeat(32)}.za`;
const longAddress = `https://${'a'.repeat(63)}.example/`.padEnd(100, 'a');

/** Each text of the settings that reaches a function, at its greatest length. */
const LONGEST = {
  domainName: `${'a'.repeat(61)}.za`,
  providerName: WIDE.repeat(100),
  providerRegistrationNumber: '2019/654321/07',
  providerAddress: WIDE.repeat(255),
  contactEmail: longEmail,
  contactPhone: '0'.repeat(30),
  bankAccountName: WIDE.repeat(100),
  bankName: WIDE.repeat(100),
  bankBranchCode: '0'.repeat(34),
  bankAccountNumber: '0'.repeat(34),
  bankAccountType: WIDE.repeat(50),
  otherBankAccounts: `${WIDE.repeat(248)} 100000`,
  driveId: 'd'.repeat(64),
  driveFolderId: 'd'.repeat(64),
  helpdeskUrl: longAddress,
  helpdeskContactUrl: `${longAddress.slice(0, -4)}{id}`,
  helpdeskIdPrefix: 'h'.repeat(64),
  mailFrom: longEmail,
  mailReplyTo: longEmail,
};
const LONGEST_LISTS = {
  helpdeskClientFields: ['f'.repeat(190)],
  helpdeskAttachmentAddresses: [longAddress, longAddress.slice(0, 89)],
};
const settings = {
  ...PRODUCTION,
  ...LONGEST,
  ...LONGEST_LISTS,
};

const join = z.object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) });
const queue = z.object({
  'Fn::GetAtt': z.tuple([z.string().regex(/(Queue|DeadLetters)[0-9A-F]{8}$/), z.literal('QueueName')]),
});
const pseudo = z.object({ Ref: z.enum(Object.keys(PSEUDO_PARAMETERS)) });

const isResolved = (part: unknown) => typeof part === 'string' && part.startsWith('{{resolve:');

const countBytes = (value: unknown): number => {
  if (typeof value === 'string') {
    return Buffer.byteLength(value);
  }
  const ofQueue = queue.safeParse(value).data;
  if (ofQueue) {
    return bytesOfQueue(ofQueue['Fn::GetAtt'][0]);
  }
  const ofStack = pseudo.safeParse(value).data;
  if (ofStack) {
    return PSEUDO_PARAMETERS[ofStack.Ref]?.length ?? 0;
  }
  const parts = join.safeParse(value).data?.['Fn::Join'][1] ?? [];

  return parts.length === 0 || parts.some(isResolved)
    ? BYTES_OF_REFERENCE
    : parts.reduce<number>((sum, part) => sum + countBytes(part), 0);
};

describe('the environment of a function', () => {
  it('no text of the settings can be longer than the longest that is measured here', () => {
    const refused = Object.entries(LONGEST).filter(([name, longest]) => {
      try {
        readSettings('acme', { ...settings, [name]: `${longest}0` });

        return false;
      } catch {
        return true;
      }
    });

    expect(readSettings('acme', settings)).toMatchObject(LONGEST);
    expect(refused.map(([name]) => name)).toEqual(Object.keys(LONGEST));
    for (const [name, [first = '', ...others]] of Object.entries(LONGEST_LISTS)) {
      expect(() => readSettings('acme', { ...settings, [name]: [`${first}a`, ...others] })).toThrow(name);
    }
  });

  it('all variables of each function together fit into 4 KB with the longest settings', () => {
    const { template } = synthPortal(settings, DEPLOYMENT);
    const sizes = [...template.functionsByEntry()].map(([entry, [, { Properties }]]) => {
      const { Variables } = z
        .object({ Variables: z.record(z.string(), z.unknown()) })
        .parse(Properties.Environment);
      const bytes = Object.entries(Variables).map(([name, value]) => name.length + countBytes(value));

      return { entry, bytes: bytes.reduce((sum, each) => sum + each, 0) };
    });

    expect(sizes.length).toBeGreaterThan(100);
    expect(sizes.filter(({ bytes }) => bytes > BYTES_MAX)).toEqual([]);
  });
});
