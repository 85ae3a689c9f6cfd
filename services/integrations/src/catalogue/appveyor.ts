import { integration } from '../domain/integration.ts';
import { plain } from '../domain/markdown.ts';
import { buildMessage } from './shared/builds.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';

const show: Renderer = (p, _request, event) => {
  const found = p.at('eventData');
  const isDeploy = event.startsWith('deployment');
  return buildMessage({
    state: (found.text('status') || event.split('_')[1]) ?? '',
    name: isDeploy
      ? `Deployment of ${found.firstText('buildVersion')}`
      : `Build ${found.firstText('buildVersion', 'buildNumber')}`,
    url: found.firstText('deploymentUrl', 'buildUrl'),
    project: found.text('projectName'),
    branch: found.text('branch'),
    commit: {
      id: found.text('commitId'),
      message: found.text('commitMessage'),
      author: found.text('commitAuthor'),
    },
    facts: [
      ['Took', plain(found.text('duration'))],
      ['Environment', plain(found.text('environmentName'))],
    ],
  });
};

export const appveyor = integration({
  name: 'appveyor',
  title: 'AppVeyor',
  icon: { text: 'AV', color: '#00b3e0' },
  category: 'deployment',
  about: 'Posts builds and deployments.',
  ...byEvent({
    title: 'AppVeyor',
    renderers: each(
      ['build_success', 'build_failure', 'build_status_changed', 'deployment_success', 'deployment_failure'],
      show,
    ),
    name: (p) => p.text('eventName'),
    needs: 'the field eventName',
  }),
  setup: [
    'In the project, open **Settings → Notifications → Add notification → Webhook**.',
    'Enter `{url}` as **Webhook URL**, and save.',
    'To have senders verified, add the header `Authorization` with `Bearer {secret}`.',
  ],
  verification: { kind: 'token', header: 'authorization', prefix: 'Bearer ' },
});
