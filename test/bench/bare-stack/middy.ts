import middy from '@middy/core';

export const handler = middy().handler(async () => 'answer');
