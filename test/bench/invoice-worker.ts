/** Process whose time and memory the bench measures: it loads a bundled task as Lambda does, and runs it on demand. */
import { makeLambdaContext } from '#local/aws/lambda-context.ts';
import { timeMs } from './measure.ts';

const [, , bundle = ''] = process.argv;
const { handler } = await import(bundle);

process.on('message', async ({ invoiceId }: { invoiceId: number }) => {
  const event = { Records: [{ body: JSON.stringify({ key: String(invoiceId) }) }] };
  const context = makeLambdaContext('invoice-pdf', 30);

  process.send?.({ ms: await timeMs(() => handler(event, context)) });
});
process.send?.('loaded');
