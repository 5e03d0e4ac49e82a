import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

/** Mails once a month of the account costs a share of the budget, or by AWS's forecast more than all of it. */
const NOTICES = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'FORECASTED', threshold: 100 },
];

/**
 * The budget of the whole account, because one of a tag counts nothing until somebody switches the tag on for the bill.
 * It has no name of its own: CloudFormation replaces a budget whose mailbox changes, and a second one of the same name
 * is refused. It counts what the portal uses, and so neither VAT nor the support plan.
 */
export class CostBudget extends Construct {
  constructor(scope: Construct, id: string, amount: Settings['budgetUsd'], mailbox: string) {
    super(scope, id);

    new CfnBudget(this, 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount, unit: 'USD' },
        costTypes: { includeTax: false, includeSupport: false },
      },
      notificationsWithSubscribers: NOTICES.map((notice) => ({
        notification: { ...notice, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
        subscribers: [{ subscriptionType: 'EMAIL', address: mailbox }],
      })),
    });
  }
}
