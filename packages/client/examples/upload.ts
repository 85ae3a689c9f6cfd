import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { Client, fileLink, uploadFile } from '@parley/client';

const { PARLEY_URL: url = '', PARLEY_EMAIL: email = '', PARLEY_API_KEY: apiKey = '' } = process.env;
const client = new Client({ url, auth: { kind: 'key', email, apiKey } });

const path = process.argv[2]!;
const file = await uploadFile(client, await openAsBlob(path), {
  name: basename(path),
  onProgress: (sent, total) => console.log(`${Math.round((100 * sent) / total)} %`),
});
await client.call('send-message', {
  type: 'channel',
  to: 'general',
  topic: 'files',
  content: fileLink(file),
});
console.log(`Sent ${file.url}.`);
