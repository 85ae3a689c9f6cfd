import { integration } from '../domain/integration.ts';
import { bullets, code, facts, plain, quote } from '../domain/markdown.ts';
import { buildMessage } from './shared/builds.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';

const show: Renderer = (p) => {
  const failed = p.fields('hosts').filter(([, host]) => host.at('failed').isTrue);
  return buildMessage({
    state: p.text('status'),
    name: `${p.text('friendly_name') || 'Job'} #${p.text('id') || '?'}: ${p.text('name')}`,
    url: p.text('url'),
    project: '',
    topic: p.text('name') || 'Ansible',
    actor: p.text('created_by'),
    details: [
      facts([
        ['Project', plain(p.text('project'))],
        ['Inventory', plain(p.text('inventory'))],
        ['Playbook', code(p.text('playbook'))],
        ['Limit', code(p.text('limit'))],
      ]),
      bullets(failed.map(([name]) => `${code(name)} failed`)),
      quote(p.firstText('traceback', 'body'), 1_000),
    ],
  });
};

export const ansibletower = integration({
  name: 'ansibletower',
  title: 'Ansible AWX',
  icon: { text: 'A', color: '#ee0000' },
  category: 'deployment',
  about: 'Posts jobs of AWX and the Automation Platform.',
  ...byEvent({
    title: 'Ansible AWX',
    renderers: each(
      ['running', 'successful', 'failed', 'error', 'canceled', 'pending', 'approved', 'denied', 'timed_out'],
      show,
    ),
    name: (p) => p.text('status'),
    needs: 'the field status',
  }),
  setup: [
    'In AWX, open **Notifications** and add one of the type **Webhook** with `{url}` as **Target URL** and the method `POST`.',
    'To have senders verified, add the header `Authorization` with `Bearer {secret}`.',
    'Turn the notification on in your templates, under **Notifications**.',
  ],
  verification: { kind: 'token', header: 'authorization', prefix: 'Bearer ' },
});
