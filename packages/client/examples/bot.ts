import { Client, Connection, placeOf } from '@parley/client';

const { PARLEY_URL: url = '', PARLEY_EMAIL: email = '', PARLEY_API_KEY: apiKey = '' } = process.env;
const client = new Client({ url, auth: { kind: 'key', email, apiKey }, name: 'EchoBot' });

// A bot that answers direct messages and mentions with Markdown.
const connection = new Connection(client, {
  register: { event_types: ['message'], fetch_event_types: ['realm_user'], apply_markdown: false },
});
connection.onEvent((event) => {
  if (event.type !== 'message') return;
  const { message, flags } = event;
  const { selfId } = connection.store.people;
  if (message.sender_id === selfId) return;
  if (message.type === 'private' || flags.includes('mentioned')) {
    connection.send(placeOf(message, selfId), `You said: ${message.content}`);
  }
});
await connection.start();
console.log('Listening.');
