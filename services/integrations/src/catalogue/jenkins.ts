import { integration } from '../domain/integration.ts';
import { bullets, code, codeBlock, link, plain } from '../domain/markdown.ts';
import { buildMessage } from './shared/builds.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { enumeration } from './shared/sentences.ts';

const build: Renderer = (p, _request, event) => {
  const found = p.at('build');
  const name = p.firstText('display_name', 'name');
  const tests = found.at('test_summary');
  const artifacts = found.fields('artifacts').map(([file, one]) => link(file, one.text('archive')));
  const failed = tests.list('failed_tests').map((test) => code(test.text() || test.text('name')));
  return buildMessage({
    state:
      event === 'queued' ? 'queued' : event === 'started' ? 'started' : found.firstText('status', 'phase'),
    name: found.text('number') === '' ? `Build of ${name}` : `Build #${found.text('number')}`,
    url: found.firstText('full_url', 'url'),
    project: name,
    topic: name,
    branch: found.text('scm', 'branch').replace(/^origin\//, ''),
    commit: { id: found.text('scm', 'commit') },
    seconds:
      found.number('duration') === undefined || event === 'started'
        ? undefined
        : found.number('duration')! / 1000,
    facts: [
      ['Phase', event === 'finalized' ? 'finalized' : ''],
      [
        'Tests',
        tests.exists
          ? `${plain(tests.text('total')) || '0'} run, ${plain(tests.text('failed')) || '0'} failed, ${plain(tests.text('skipped')) || '0'} skipped`
          : '',
      ],
      ['Changed by', enumeration(found.list('scm', 'culprits').map((one) => plain(one.text())))],
      [
        'Parameters',
        enumeration(found.fields('parameters').map(([key, value]) => code(`${key}=${value.text()}`))),
      ],
      ['Files', enumeration(artifacts)],
      ['Notes', plain(found.text('notes'))],
    ],
    details: [bullets(failed, 10), codeBlock(found.text('log'), '', 1_500)],
  });
};

export const jenkins = integration({
  name: 'jenkins',
  title: 'Jenkins',
  icon: { text: 'J', color: '#d33833' },
  category: 'deployment',
  about: 'Posts builds of Jenkins with their result, tests and changes.',
  ...byEvent({
    title: 'Jenkins',
    renderers: each(['queued', 'started', 'completed', 'finalized'], build),
    name: (p) => p.text('build', 'phase').toLowerCase(),
    needs: 'the field build.phase, which the Notification plugin sends',
  }),
  setup: [
    'Install the **Notification** plugin in Jenkins.',
    'In a job, open **Job Notifications** and press **Add Endpoint**.',
    'Choose the format JSON and the protocol HTTP, and enter `{url}` as **URL**.',
    'Choose **Job Completed** as event, so that each build becomes one message.',
  ],
});
