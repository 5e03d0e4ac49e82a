import { Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { Settings } from './settings.ts';

/** Requests from one address in five minutes; many clients share one behind carrier NAT. */
const REQUESTS_PER_ADDRESS_MAX = 3_000;

/**
 * Rules of AWS's common set that only count: bodies may exceed the 8 KB that it reads, and hold what people type,
 * which the contract checks and every page escapes.
 */
const COUNTED_BODY_RULES = [
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
];

/** What CloudFront takes from us-east-1 alone: the certificate of the portal's own name, and the web ACL. */
export class EdgeStack extends Stack {
  readonly certificate: ICertificate | undefined;
  readonly webAclArn: string | undefined;

  constructor(
    scope: Construct,
    id: string,
    settings: Pick<Settings, 'deployment' | 'domainName' | 'firewall'>,
    props: StackProps,
  ) {
    super(scope, id, props);

    if (settings.domainName) {
      this.certificate = new Certificate(this, 'Certificate', {
        domainName: settings.domainName,
        validation: CertificateValidation.fromDns(),
      });
    }
    if (settings.firewall) this.webAclArn = this.makeWebAcl(settings.deployment).attrArn;
  }

  private makeWebAcl(name: string): CfnWebACL {
    const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
      metricName: `${name}-${metricName}`,
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false,
    });
    const managed = (ruleSet: string, priority: number, countedRules: string[]): CfnWebACL.RuleProperty => ({
      name: ruleSet,
      priority,
      overrideAction: { none: {} },
      visibilityConfig: visibility(ruleSet),
      statement: {
        managedRuleGroupStatement: {
          vendorName: 'AWS',
          name: ruleSet,
          ruleActionOverrides: countedRules.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
        },
      },
    });
    const tooManyRequests: CfnWebACL.RuleProperty = {
      name: 'TooManyRequests',
      priority: 0,
      action: { block: {} },
      visibilityConfig: visibility('TooManyRequests'),
      statement: { rateBasedStatement: { aggregateKeyType: 'IP', limit: REQUESTS_PER_ADDRESS_MAX } },
    };

    return new CfnWebACL(this, 'WebAcl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility('all'),
      rules: [
        tooManyRequests,
        managed('AWSManagedRulesAmazonIpReputationList', 1, []),
        managed('AWSManagedRulesKnownBadInputsRuleSet', 2, []),
        managed('AWSManagedRulesCommonRuleSet', 3, COUNTED_BODY_RULES),
      ],
    });
  }
}
