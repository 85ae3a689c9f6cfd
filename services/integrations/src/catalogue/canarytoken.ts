import { integration } from '../domain/integration.ts';
import { code, facts, link, plain, quote } from '../domain/markdown.ts';
import { PayloadError } from '../domain/templates/payload.ts';
import { sign } from './shared/alerts.ts';
import { byEvent } from './shared/events.ts';
import { message, topicOf } from './shared/sentences.ts';

export const canarytoken = integration({
  name: 'canarytoken',
  title: 'Canarytokens',
  icon: { text: 'CT', color: '#00a651' },
  category: 'monitoring',
  about: 'Posts when a canary token is used.',
  ...byEvent({
    title: 'Canarytokens',
    renderers: {
      alert: (p) => {
        if (
          p.firstText('memo', 'reminder', 'Reminder', 'token', 'canarytoken', 'manage_url', 'Triggered') ===
          ''
        ) {
          throw new PayloadError('A request of Canarytokens needs the field memo.');
        }
        return message(
          topicOf('Canarytokens', p.firstText('memo', 'reminder', 'Reminder', 'Triggered')),
          `${sign('bad')} **A canary token was used.**`,
          quote(p.firstText('memo', 'reminder', 'Reminder', 'Triggered'), 1_000),
          facts([
            ['Address', code(p.firstText('src_ip', 'additional_data.src_ip', 'SourceIP', 'SourceIp'))],
            ['Kind', plain(p.firstText('token_type', 'channel', 'Canarytoken_type'))],
            ['Program', plain(p.firstText('additional_data.useragent', 'src_data.useragent', 'useragent'))],
            ['Time', plain(p.firstText('time', 'Timestamp'))],
            ['Token', code(p.firstText('token', 'canarytoken', 'Token'))],
            ['Manage', link(p.text('manage_url') && 'manage', p.text('manage_url'))],
          ]),
        );
      },
      test: (p) => message('Canarytokens', 'Canarytokens is connected.', quote(p.text('memo'), 300)),
    },
    name: (p) => (/Congrats! The newly saved webhook works/i.test(p.text('memo')) ? 'test' : 'alert'),
  }),
  setup: [
    'Create a token at [canarytokens.org](https://canarytokens.org), and enter `{url}` as webhook for its alerts.',
  ],
});
