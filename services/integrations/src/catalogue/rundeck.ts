import { integration } from '../domain/integration.ts';
import { facts, plain } from '../domain/markdown.ts';
import { buildMessage } from './shared/builds.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';

const show: Renderer = (p, _request, event) => {
  const execution = p.at('execution');
  const job = execution.at('job');
  return buildMessage({
    state:
      event === 'start'
        ? 'started'
        : event === 'avgduration'
          ? 'warning'
          : execution.text('status') || p.text('status') || event,
    verb: { avgduration: 'takes longer than usual', retryablefailure: 'failed and will run again' }[event],
    name: `Job ${[job.text('group'), job.text('name')].filter((part) => part !== '').join('/')} #${execution.text('id') || p.text('executionId') || '?'}`,
    url: execution.firstText('permalink', 'href'),
    project: execution.text('project') || job.text('project'),
    actor: execution.text('user'),
    details: [
      facts([
        [
          'Failed nodes',
          plain(
            execution
              .list('failedNodes')
              .map((node) => node.text())
              .join(', '),
          ),
        ],
      ]),
    ],
  });
};

export const rundeck = integration({
  name: 'rundeck',
  title: 'Rundeck',
  icon: { text: 'R', color: '#f73f39' },
  category: 'deployment',
  about: 'Posts jobs when they start, succeed and fail.',
  ...byEvent({
    title: 'Rundeck',
    renderers: each(['start', 'success', 'failure', 'avgduration', 'retryablefailure'], show),
    name: (p, { headers }) => headers['x-rundeck-notification-trigger'] || p.text('trigger'),
    needs: 'the field trigger',
  }),
  setup: [
    'Edit the job, and open **Notifications**.',
    'Add **Send Webhook** to the events that you want, with `{url}` as **URL(s)**, the payload format JSON and the method `POST`.',
  ],
});
