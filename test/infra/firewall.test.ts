import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readSettings } from '#infra/settings.ts';
import { PRODUCTION } from '#test/support/infra/deployment-settings.ts';
import { synthPortal } from '#test/support/infra/portal-template.ts';

const edge = synthPortal(PRODUCTION).templates.get('ow-connect-edge-af-south-1');
if (!edge) {
  throw new Error('There is no edge');
}

const counted = z.object({ Name: z.string(), ActionToUse: z.object({ Count: z.strictObject({}) }) });
const managed = z.object({
  ManagedRuleGroupStatement: z.object({
    Name: z.string(),
    VendorName: z.literal('AWS'),
    RuleActionOverrides: z.array(counted).default([]),
  }),
});
const bound = z.object({
  RateBasedStatement: z.object({
    AggregateKeyType: z.literal('IP'),
    Limit: z.number(),
    ScopeDownStatement: z.unknown(),
  }),
});
const rules = z
  .array(
    z.object({
      Name: z.string(),
      Priority: z.number(),
      Action: z.unknown().optional(),
      OverrideAction: z.unknown().optional(),
      Statement: z.union([managed, bound]),
    }),
  )
  .parse(edge.single('AWS::WAFv2::WebACL').Properties.Rules);

const ruleSets = rules.flatMap(({ Statement, OverrideAction }) =>
  'ManagedRuleGroupStatement' in Statement
    ? [{ ...Statement.ManagedRuleGroupStatement, OverrideAction }]
    : [],
);
const bounds = rules.flatMap(({ Name, Action, Statement }) =>
  'RateBasedStatement' in Statement ? [{ Name, Action, ...Statement.RateBasedStatement }] : [],
);

describe('the firewall', () => {
  it('the firewall only counts matches of rules that read bodies or list addresses, and blocks all others', () => {
    const overrides = ruleSets.map(({ Name, RuleActionOverrides }) => [
      Name,
      RuleActionOverrides.map(({ Name: rule }) => rule),
    ]);

    expect(Object.fromEntries(overrides)).toEqual({
      AWSManagedRulesAmazonIpReputationList: [
        'AWSManagedIPReputationList',
        'AWSManagedReconnaissanceList',
        'AWSManagedIPDDoSList',
      ],
      AWSManagedRulesKnownBadInputsRuleSet: [],
      AWSManagedRulesCommonRuleSet: [
        'SizeRestrictions_BODY',
        'CrossSiteScripting_BODY',
        'GenericLFI_BODY',
        'GenericRFI_BODY',
        'EC2MetaDataSSRF_BODY',
      ],
      AWSManagedRulesSQLiRuleSet: ['SQLi_BODY', 'SQLiExtendedPatterns_BODY'],
    });
    expect(ruleSets.map(({ OverrideAction }) => OverrideAction)).toEqual(ruleSets.map(() => ({ None: {} })));
  });

  it('the firewall limits requests by address: strictest for sign-in, registration and reset, least for files', () => {
    const paths = (statement: unknown) =>
      [...JSON.stringify(statement).matchAll(/"PositionalConstraint":"(\w+)","SearchString":"([^"]+)"/g)].map(
        ([, how, path]) => `${how} ${path}`,
      );
    const read = bounds.map(({ Name, Action, Limit, ScopeDownStatement }) => ({
      name: Name,
      action: Action,
      limit: Limit,
      isNegated: JSON.stringify(ScopeDownStatement).startsWith('{"NotStatement"'),
      paths: paths(ScopeDownStatement),
    }));
    const block = { Block: {} };

    expect(read).toEqual([
      {
        name: 'TooManySignIns',
        action: block,
        limit: 200,
        isNegated: false,
        paths: ['EXACTLY /api/login', 'EXACTLY /api/register', 'EXACTLY /api/password-reset'],
      },
      {
        name: 'TooManyRequests',
        action: block,
        limit: 1_000,
        isNegated: false,
        paths: ['STARTS_WITH /api/'],
      },
      {
        name: 'TooManyFiles',
        action: block,
        limit: 15_000,
        isNegated: true,
        paths: ['STARTS_WITH /api/'],
      },
    ]);
  });

  it('an office of administrators may send the API ten times as much, and no more sign-ins than anybody', () => {
    const withOffices = synthPortal({
      ...PRODUCTION,
      adminNetworks: ['192.0.2.0/24', '198.51.100.7/32', '2001:db8:1::/48'],
    }).templates.get('ow-connect-edge-af-south-1');
    const sets = withOffices?.ofType('AWS::WAFv2::IPSet') ?? [];
    const read = z
      .array(z.object({ Name: z.string(), Statement: z.object({ RateBasedStatement: z.unknown() }) }))
      .parse(
        z
          .array(z.looseObject({ Statement: z.looseObject({ RateBasedStatement: z.unknown().optional() }) }))
          .parse(withOffices?.single('AWS::WAFv2::WebACL').Properties.Rules)
          .filter(({ Statement }) => Statement.RateBasedStatement !== undefined),
      );
    const offices = {
      OrStatement: {
        Statements: sets.map(([id]) => ({
          IPSetReferenceStatement: { Arn: { 'Fn::GetAtt': [id, 'Arn'] } },
        })),
      },
    };
    const bounded = (name: string) => {
      const found = read.find(({ Name }) => Name === name)?.Statement.RateBasedStatement;
      const { Limit, ScopeDownStatement } = z
        .object({ Limit: z.number(), ScopeDownStatement: z.unknown() })
        .parse(found);
      const { AndStatement } = z
        .object({ AndStatement: z.object({ Statements: z.array(z.unknown()) }).optional() })
        .parse(ScopeDownStatement);

      return [Limit, AndStatement?.Statements.at(-1)];
    };

    expect(sets.map(([, { Properties }]) => Properties)).toMatchObject([
      { Scope: 'CLOUDFRONT', IPAddressVersion: 'IPV4', Addresses: ['192.0.2.0/24', '198.51.100.7/32'] },
      { Scope: 'CLOUDFRONT', IPAddressVersion: 'IPV6', Addresses: ['2001:db8:1::/48'] },
    ]);
    expect(bounded('TooManyRequests')).toEqual([1_000, { NotStatement: { Statement: offices } }]);
    expect(bounded('TooManyOfficeRequests')).toEqual([10_000, offices]);
    expect(bounded('TooManySignIns')).toEqual([200, undefined]);
    expect(edge.ofType('AWS::WAFv2::IPSet')).toEqual([]);
  });

  it('it takes as many addresses to use up the sign-ins of everybody as the whole API', () => {
    const { apiRequestsPerSecond, signInRequestsPerSecond, signInBurst } = readSettings('acme', PRODUCTION);
    const limitOf = (name: string) => (bounds.find(({ Name }) => Name === name)?.Limit ?? 0) / 300;

    expect(apiRequestsPerSecond / limitOf('TooManyRequests')).toBe(150);
    expect(signInRequestsPerSecond / limitOf('TooManySignIns')).toBe(150);
    expect(signInBurst).toBe(2 * signInRequestsPerSecond);
  });

  it("the firewall's rules have unique priorities in their order", () => {
    expect(rules.map(({ Priority }) => Priority)).toEqual(rules.map((_, index) => index));
  });

  it('the firewall logs blocked requests for thirty days, without cookies and query strings', () => {
    const logging = edge.single('AWS::WAFv2::LoggingConfiguration').Properties;
    const log = edge.single('AWS::Logs::LogGroup').Properties;

    expect(log).toMatchObject({
      LogGroupName: 'aws-waf-logs-ow-connect-edge-af-south-1',
      RetentionInDays: 30,
    });
    expect(logging.LoggingFilter).toEqual({
      DefaultBehavior: 'DROP',
      Filters: [
        {
          Behavior: 'KEEP',
          Requirement: 'MEETS_ANY',
          Conditions: [{ ActionCondition: { Action: 'BLOCK' } }],
        },
      ],
    });
    expect(logging.RedactedFields).toEqual([{ SingleHeader: { Name: 'cookie' } }, { QueryString: {} }]);
    // WAF refuses an ARN that ends with `:*`.
    expect(JSON.stringify(logging.LogDestinationConfigs)).toContain(':log-group:');
    expect(JSON.stringify(logging.LogDestinationConfigs)).not.toContain(':*');
  });
});
