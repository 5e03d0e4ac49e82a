import { Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Settings } from './settings.ts';

/**
 * Secrets that CloudFront adds to each /api request, so that the functions refuse requests that come another way. The
 * values are dynamic references: the template holds the reference, not the secret.
 */
export class OriginSecrets extends Construct {
  /** The secret that CloudFront sends. */
  readonly sent: string;
  /** A second secret that the functions accept while one replaces another. */
  readonly alsoAccepted: string | undefined;

  constructor(scope: Construct, id: string, settings: Pick<Settings, 'originSecretGenerations'>) {
    super(scope, id);
    const [sent = 1, other] = settings.originSecretGenerations;

    this.sent = this.makeSecret(sent);
    this.alsoAccepted = other ? this.makeSecret(other) : undefined;

    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'It changes with a deployment, because CloudFront holds a copy (docs/operations/run.md).',
    });
  }

  /**
   * CloudFormation resolves a dynamic reference again only if its text changes, so a new generation is a new secret.
   */
  private makeSecret(generation: number): string {
    const secret = new Secret(this, `Generation${generation}`, {
      description: `What CloudFront proves itself with, generation ${generation}`,
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
    });

    return secret.secretValue.unsafeUnwrap();
  }
}
