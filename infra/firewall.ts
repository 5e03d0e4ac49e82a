import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnIPSet, CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { FIREWALL_LOG_DAYS } from '#shared/retention.ts';
import type { Settings } from './settings.ts';

/**
 * Limits for one address in five minutes: sign-ins, requests of the API, and files. Many clients share one address
 * behind carrier NAT. The API's total (`apiRequestsPerSecond`) is used up by 150 addresses below these limits.
 */
const SIGN_INS_MAX = 200;
const API_REQUESTS_MAX = 1_000;
/** A client's screens send 3 requests a second at most; a hundred administrators behind one address send ten times that. */
const OFFICE_REQUESTS_MAX = 10_000;
/** A first visit requests some forty files. */
const FILES_MAX = 15_000;

/**
 * Rules that only count, and do not block. First, all that read bodies except for known bad inputs: clients of a
 * hosting company paste paths, markup and SQL into tickets, and bodies exceed the 8 KB that a rule allows; the contract
 * checks every body, and every page escapes what it shows. Second, those of bad addresses: a whole mobile network
 * shares one, and a client who is refused there has no other way in.
 */
const RULE_SETS: Record<string, readonly string[]> = {
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
};

/** The log must not hold the session cookie or search terms. */
const REDACTED = [{ singleHeader: { Name: 'cookie' } }, { queryString: {} }];

type Statement = CfnWebACL.StatementProperty;
type Rule = Omit<CfnWebACL.RuleProperty, 'priority'>;

const pathIs = (positionalConstraint: 'EXACTLY' | 'STARTS_WITH', path: string): Statement => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint,
    searchString: path,
    textTransformations: [
      { priority: 0, type: 'URL_DECODE' },
      { priority: 1, type: 'NORMALIZE_PATH' },
    ],
  },
});

const isSignIn: Statement = {
  orStatement: {
    statements: ['/api/login', '/api/register', '/api/password-reset'].map((path) => pathIs('EXACTLY', path)),
  },
};
const isApi = pathIs('STARTS_WITH', '/api/');

const visible = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

const bound = (name: string, limit: number, scopeDownStatement: Statement): Rule => ({
  name,
  action: { block: {} },
  visibilityConfig: visible(name),
  statement: { rateBasedStatement: { aggregateKeyType: 'IP', limit, scopeDownStatement } },
});

const useRuleSet = (name: string, countedRules: readonly string[]): Rule => ({
  name,
  overrideAction: { none: {} },
  visibilityConfig: visible(name),
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: countedRules.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
});

/** Limits the API requests of an address; an office's address has a higher limit. Sign-ins have one limit for all. */
const boundApi = (offices: readonly Statement[]): Rule[] => {
  const [first, ...others] = offices;
  if (!first) {
    return [bound('TooManyRequests', API_REQUESTS_MAX, isApi)];
  }
  const isOffice: Statement = others.length > 0 ? { orStatement: { statements: [...offices] } } : first;
  const isElsewhere: Statement = { notStatement: { statement: isOffice } };

  return [
    bound('TooManyRequests', API_REQUESTS_MAX, { andStatement: { statements: [isApi, isElsewhere] } }),
    bound('TooManyOfficeRequests', OFFICE_REQUESTS_MAX, { andStatement: { statements: [isApi, isOffice] } }),
  ];
};

/** AWS WAF in front of CloudFront, with a log of what it blocked. */
export class Firewall extends Construct {
  readonly webAclArn: string;

  constructor(scope: Construct, id: string, { adminNetworks }: Pick<Settings, 'adminNetworks'>) {
    super(scope, id);
    const offices = this.makeOffices(adminNetworks);
    const rules = [
      bound('TooManySignIns', SIGN_INS_MAX, isSignIn),
      ...boundApi(offices),
      bound('TooManyFiles', FILES_MAX, { notStatement: { statement: isApi } }),
      ...Object.entries(RULE_SETS).map(([name, countedRules]) => useRuleSet(name, countedRules)),
    ];
    const webAcl = new CfnWebACL(this, 'WebAcl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visible(Stack.of(this).stackName),
      rules: rules.map((rule, priority) => ({ ...rule, priority })),
    });
    this.webAclArn = webAcl.attrArn;

    this.logBlocked(webAcl);
  }

  /** Makes a set for each version of addresses, because AWS WAF takes no set of both. */
  private makeOffices(networks: readonly string[]): Statement[] {
    const versions = {
      IPV4: networks.filter((network) => !network.includes(':')),
      IPV6: networks.filter((network) => network.includes(':')),
    };

    return Object.entries(versions).flatMap(([ipAddressVersion, addresses]) =>
      addresses.length > 0
        ? [
            {
              ipSetReferenceStatement: {
                arn: new CfnIPSet(this, `Offices${ipAddressVersion}`, {
                  scope: 'CLOUDFRONT',
                  ipAddressVersion,
                  addresses,
                }).attrArn,
              },
            },
          ]
        : [],
    );
  }

  private logBlocked(webAcl: CfnWebACL): void {
    const log = new LogGroup(this, 'BlockedLog', {
      // WAF writes only to log groups with this prefix.
      logGroupName: `aws-waf-logs-${Stack.of(this).stackName}`,
      retention: FIREWALL_LOG_DAYS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // LogGroup's own ARN ends with `:*`, which WAF refuses.
    const logArn = Stack.of(this).formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: log.logGroupName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });

    new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: webAcl.attrArn,
      logDestinationConfigs: [logArn],
      redactedFields: REDACTED,
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          {
            Behavior: 'KEEP',
            Requirement: 'MEETS_ANY',
            Conditions: [{ ActionCondition: { Action: 'BLOCK' } }],
          },
        ],
      },
    });
  }
}
