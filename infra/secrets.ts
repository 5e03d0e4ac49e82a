import { Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Settings } from './settings.ts';

/** The secrets that no other construct owns. docs/operations.md says how each is filled and replaced. */
export class Secrets extends Construct {
  readonly sessionKeyArn: string;
  readonly driveCredentialsArn: string;
  readonly helpdeskKeyArn: string;
  /** A dynamic reference: the value stands in no template. */
  readonly originVerifyValue: string;

  constructor(scope: Construct, id: string, settings: Pick<Settings, 'originSecretGeneration'>) {
    super(scope, id);

    const sessionKey = new Secret(this, 'SessionKey', {
      description: 'Signs the session cookies: { kid, key, previous?: { kid, key } }',
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ kid: '1' }),
        generateStringKey: 'key',
        passwordLength: 64,
        excludePunctuation: true,
      },
    });
    const driveCredentials = new Secret(this, 'DriveCredentials', {
      description: 'The key file (JSON) of the Google service account; put by hand, see docs/operations.md',
    });
    const helpdeskKey = new Secret(this, 'HelpdeskKey', {
      description: 'The API key of the Freshdesk agent; put by hand, see docs/operations.md',
    });
    // CloudFormation reads a dynamic reference again only when its text changes: a new generation is a new secret.
    const originVerify = new Secret(this, `OriginVerify${settings.originSecretGeneration}`, {
      description: 'What CloudFront adds to each /api request, so that the functions refuse any other way in',
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
    });

    this.sessionKeyArn = sessionKey.secretArn;
    this.driveCredentialsArn = driveCredentials.secretArn;
    this.helpdeskKeyArn = helpdeskKey.secretArn;
    this.originVerifyValue = originVerify.secretValue.unsafeUnwrap();

    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'The session key is replaced with an overlap and the keys of Drive and helpdesk at Google and Freshdesk, by hand (docs/operations.md); the origin secret changes with a deployment, because CloudFront holds a copy.',
    });
  }
}
