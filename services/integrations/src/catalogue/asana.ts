import { firstItem } from '@parley/core';
import { integration } from '../domain/integration.ts';
import { bullets, link, plain } from '../domain/markdown.ts';
import { type Payload, PayloadError } from '../domain/templates/payload.ts';
import { count, message, words } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

const types = [
  'task',
  'project',
  'story',
  'section',
  'attachment',
  'tag',
  'portfolio',
  'goal',
  'workspace',
  'team',
  'user',
  'project_status',
  'status_update',
  'custom_field',
  'enum_option',
  'project_membership',
  'project_template',
  'task_template',
  'time_tracking_entry',
  'allocation',
  'membership',
];

/** Asana sends IDs, not names. Its address leads to the thing. */
const thing = (p: Payload): string => {
  const id = p.text('gid');
  const kind = words(p.firstText('resource_type')) || 'thing';
  return link(
    p.text('name') === '' ? `${kind} ${id}`.trim() : `${kind} ${p.text('name')}`,
    /^\d{1,30}$/.test(id) ? `https://app.asana.com/0/0/${id}` : '',
  );
};

const line = (event: Payload): string => {
  const by = event.text('user', 'name');
  const parent = event.at('parent').isObject
    ? ` ${event.text('action') === 'removed' ? 'from' : 'in'} ${thing(event.at('parent'))}`
    : '';
  const field = words(event.text('change', 'field'));
  const value = event.firstText(
    'change.new_value.name',
    'change.new_value.enum_value.name',
    'change.new_value',
    'change.added_value.name',
  );
  const changed = field === '' ? '' : `: ${field}${value === '' ? '' : ` is now ${plain(value)}`}`;
  return `${thing(event.at('resource'))} was ${words(event.text('action')) || 'changed'}${parent}${changed}${by === '' ? '' : ` (${plain(by)})`}`;
};

export const asana = integration({
  name: 'asana',
  title: 'Asana',
  icon: { text: 'A', color: '#f06a6a' },
  category: 'project management',
  about: 'Posts changes of tasks, comments, projects, sections and goals.',
  events: [...types, 'heartbeat', 'handshake'],
  render({ body, headers }) {
    if (headers['x-hook-secret'] !== undefined && body.count('events') === 0) {
      return {
        event: 'handshake',
        ignored: 'Asana sets the webhook up with this request, which has no event.',
      };
    }
    if (!Array.isArray(body.at('events').value))
      throw new PayloadError('A request of Asana needs a list "events".');
    const events = body.list('events');
    if (events.length === 0)
      return {
        event: 'heartbeat',
        ignored: 'Asana asks regularly whether the address answers, without an event.',
      };
    const first = firstItem(events);
    const type = first.text('resource', 'resource_type');
    return {
      event: types.includes(type) ? type : type === '' ? 'task' : type,
      ...message(
        'Asana',
        events.length === 1
          ? `${line(first).replace(/^\[?\w/, (start) => start.toUpperCase())}.`
          : `${count(body.count('events'), 'change')} in Asana:`,
        events.length > 1 &&
          bullets(events.slice(0, 20).map(line), 20, Math.max(0, body.count('events') - 20)),
      ),
    };
  },
  setup: [
    'Get a personal access token from [app.asana.com/0/my-apps](https://app.asana.com/0/my-apps).',
    'Send `POST https://app.asana.com/api/1.0/webhooks` with the token and `{"data": {"resource": "<ID of a project>", "target": "{url}"}}`.',
    'Asana sends the secret of the webhook once, in the header X-Hook-Secret. To have senders verified, enter it here as `{secret}`.',
  ],
  verification: hmac('x-hook-signature'),
  // Asana accepts an address only if it returns the secret of the webhook.
  answer: ({ headers }) => {
    const secret = headers['x-hook-secret'] ?? '';
    return /^[\w-]{1,200}$/.test(secret)
      ? { contentType: 'text/plain; charset=utf-8', body: '', headers: { 'x-hook-secret': secret } }
      : undefined;
  },
});
