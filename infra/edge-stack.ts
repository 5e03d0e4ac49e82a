import { Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';
import { Firewall } from './firewall.ts';
import { needsCertificate, type Settings } from './settings.ts';

/** Resources that CloudFront takes only from us-east-1: the certificate of the portal's domain name, and the web ACL. */
export class EdgeStack extends Stack {
  readonly certificateArn: string | undefined;
  readonly webAclArn: string | undefined;

  constructor(scope: Construct, id: string, settings: Settings, props: StackProps) {
    super(scope, id, props);

    // The name is part of the id, so that the certificate of another name is another output: the stacks that read it
    // would not change otherwise, and so would go on to watch the old certificate.
    if (settings.domainName && needsCertificate(settings)) {
      const certificate = new Certificate(this, `Certificate ${settings.domainName}`, {
        domainName: settings.domainName,
        validation: CertificateValidation.fromDns(),
      });
      this.certificateArn = certificate.certificateArn;
    }
    if (!settings.trial) {
      this.webAclArn = new Firewall(this, 'Firewall', settings).webAclArn;
    }
  }
}
