import { Client, Connection } from '@parley/client';

const { PARLEY_URL: url = '', PARLEY_EMAIL: email = '', PARLEY_API_KEY: apiKey = '' } = process.env;
const client = new Client({ url, auth: { kind: 'key', email, apiKey } });

await using connection = new Connection(client);
const { store, state } = connection;
state.watch(() => console.log(`Connection: ${state.get().phase}`));
store.unread.totals.watch(() => {
  const { count, mentions } = store.unread.totals.get();
  console.log(`${count} unread, ${mentions} of them mention you`);
});
store.messages.known.watchAll((ids) => {
  for (const id of ids) console.log(store.messages.known.get(id)?.content ?? `Message ${id} is gone`);
});
await connection.start();
await new Promise((resolve) => process.once('SIGINT', resolve));
