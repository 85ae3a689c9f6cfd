import { integration } from '../domain/integration.ts';
import { code, facts, plain } from '../domain/markdown.ts';
import { alertMessage } from './shared/alerts.ts';
import { byEvent } from './shared/events.ts';
import { topicOf } from './shared/sentences.ts';

export const airbrake = integration({
  name: 'airbrake',
  title: 'Airbrake',
  icon: { text: 'Ab', color: '#fa8c00' },
  category: 'monitoring',
  about: 'Posts errors of Airbrake and Errbit.',
  ...byEvent({
    title: 'Airbrake',
    renderers: {
      error: (p) => {
        const error = p.at('error').isObject ? p.at('error') : p.at('problem');
        return alertMessage({
          severity: 'bad',
          name:
            [error.firstText('error_class'), error.firstText('error_message', 'message')]
              .filter((part) => part !== '')
              .join(': ') || 'An error',
          url: p.firstText('airbrake_error_url') || error.text('url'),
          state: 'occurred',
          topic: topicOf('Airbrake', error.firstText('project.name', 'app_name')),
          details: [
            facts([
              ['Environment', plain(error.text('environment'))],
              ['Occurrences', plain(error.firstText('times_occurred', 'notices_count'))],
              [
                'File',
                code(
                  error.text('file') === ''
                    ? error.text('where')
                    : `${error.text('file')}:${error.text('line_number')}`,
                ),
              ],
            ]),
          ],
        });
      },
    },
    name: (p) => (p.at('error').isObject || p.at('problem').isObject ? 'error' : ''),
    needs: 'the field error',
  }),
  setup: [
    'In the project, open **Settings → Integrations → Webhooks** and enter `{url}` as **Webhook URL**.',
  ],
});
