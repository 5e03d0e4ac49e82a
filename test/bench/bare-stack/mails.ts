import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';

const client = new SESv2Client({});

export const sendMail = (text: string) =>
  client.send(new SendEmailCommand({ Content: { Raw: { Data: new TextEncoder().encode(text) } } }));
