import { text } from 'node:stream/consumers';
import { AwsRestJsonProtocol } from '@aws-sdk/core/protocols';

/**
 * Reads a success as the JSON that it is. The SDK's own reading walks through a schema for each field of each row, which
 * takes a fifth of what a page of the list costs us and turns nothing but bytes into something else; no column of ours
 * holds bytes. What was refused is read as ever.
 */
export class DataApiProtocol extends AwsRestJsonProtocol {
  override async deserializeResponse(...args: Parameters<AwsRestJsonProtocol['deserializeResponse']>) {
    const [, , response] = args;
    if (response.statusCode >= 300) return super.deserializeResponse(...args);

    return { ...JSON.parse(await text(response.body)), $metadata: this.deserializeMetadata(response) };
  }
}
