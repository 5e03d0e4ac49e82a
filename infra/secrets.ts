import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

/** The keys that outlive the portal's stack. docs/operations/ says how each is filled and replaced. */
export class Secrets extends Construct {
  readonly sessionKeyArn: string;
  readonly factorKeyArn: string;
  readonly driveCredentialsArn: string;
  readonly helpdeskKeyArn: string;
  readonly canaryPasswordArn: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const removalPolicy = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;

    const sessionKey = new Secret(this, 'SessionKey', {
      description: 'Signs the session cookies: { kid, key, previous?: { kid, key } }',
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ kid: '1' }),
        generateStringKey: 'key',
        passwordLength: 64,
        excludePunctuation: true,
      },
      removalPolicy,
    });
    const factorKey = new Secret(this, 'FactorKey', {
      description:
        'Seals the secrets of authenticator apps: { keyId, key, previous?: { keyId, key } }; without it nobody can use theirs',
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ keyId: '1' }),
        generateStringKey: 'key',
        passwordLength: 64,
        excludePunctuation: true,
      },
      removalPolicy,
    });
    const driveCredentials = new Secret(this, 'DriveCredentials', {
      description: 'The key file (JSON) of the Google service account; npm run deploy asks for it',
      removalPolicy,
    });
    const helpdeskKey = new Secret(this, 'HelpdeskKey', {
      description: 'The API key of the Freshdesk agent; npm run deploy asks for it',
      removalPolicy,
    });

    const canaryPassword = new Secret(this, 'CanaryPassword', {
      description: 'The password of the account that signs in to see that the portal answers',
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
    });

    this.sessionKeyArn = sessionKey.secretArn;
    this.factorKeyArn = factorKey.secretArn;
    this.driveCredentialsArn = driveCredentials.secretArn;
    this.helpdeskKeyArn = helpdeskKey.secretArn;
    this.canaryPasswordArn = canaryPassword.secretArn;

    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'The session key and the factor key are replaced with an overlap and the keys of Drive and helpdesk at Google and Freshdesk, by hand (docs/operations/run.md).',
    });
  }
}
