import { Client } from '@parley/client';

const { PARLEY_URL: url = '', PARLEY_EMAIL: email = '', PARLEY_API_KEY: apiKey = '' } = process.env;
const client = new Client({ url, auth: { kind: 'key', email, apiKey } });

const { id } = await client.call('send-message', {
  type: 'channel',
  to: 'general',
  topic: 'greetings',
  content: 'Hello, **world**!',
});
console.log(`Sent message ${id}.`);
