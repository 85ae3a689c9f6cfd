import { integration } from '../domain/integration.ts';
import { codeBlock } from '../domain/markdown.ts';
import { PayloadError } from '../domain/templates/payload.ts';
import { readableJson } from '../domain/templates/readable-json.ts';

/** Any payload, as readable text: for tools without an integration, and to see what a tool sends. */
export const json = integration({
  name: 'json',
  title: 'JSON',
  icon: { text: '{}', color: '#5c6670' },
  category: 'general',
  about: 'Posts any JSON payload as it is.',
  events: [],
  setup: [
    'Send any JSON with `POST` to `{url}`.',
    'To have senders verified, add the header `Authorization` with `Bearer {secret}`.',
  ],
  verification: { kind: 'token', header: 'authorization', prefix: 'Bearer ' },
  render({ body }) {
    if (body.value === undefined) throw new PayloadError('The request has no payload.');
    return { event: '', topic: 'JSON', content: codeBlock(readableJson(body.value), 'json', 9_000) };
  },
});
