import { integration } from '../domain/integration.ts';
import { facts, plain, quote } from '../domain/markdown.ts';
import { buildMessage } from './shared/builds.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { message, oneOf, words } from './shared/sentences.ts';
import { hmac } from './shared/signatures.ts';

const verbs: Record<string, [state: string, verb: string]> = {
  'run:created': ['waiting', 'was created'],
  'run:planning': ['started', 'is planning'],
  'run:needs_attention': ['unstable', 'needs attention'],
  'run:applying': ['started', 'is applying'],
  'run:completed': ['succeeded', 'is completed'],
  'run:errored': ['failed', 'failed'],
  'assessment:drifted': ['unstable', 'found a drift'],
  'assessment:check_failure': ['failed', 'found failed checks'],
  'assessment:failed': ['failed', 'could not assess the workspace'],
  'workspace:auto_destroy_reminder': ['unstable', 'will be destroyed soon'],
  'workspace:auto_destroy_run_results': ['other', 'was destroyed automatically'],
  'change_request:created': ['waiting', 'got a change request'],
};

const show: Renderer = (p, _request, event) => {
  const first = p.list('notifications')[0] ?? p.at('none');
  const [state, verb] = oneOf(verbs, event, ['other', words(event)]);
  return buildMessage({
    state,
    verb,
    name: event.startsWith('run:') ? `Run ${p.text('run_message')}`.trim() : 'Workspace',
    url: p.firstText('run_url', 'details.new_assessment_result.url', 'workspace_url'),
    project: p.text('workspace_name'),
    topic: p.text('workspace_name') || 'Terraform',
    actor: first.text('run_updated_by') || p.text('run_created_by'),
    details: [
      facts([
        ['State', words(first.text('run_status'))],
        ['Organization', plain(p.text('organization_name'))],
      ]),
      quote(first.text('message'), 500),
    ],
  });
};

export const terraform = integration({
  name: 'terraform',
  title: 'HCP Terraform',
  icon: { text: 'TF', color: '#7b42bc' },
  category: 'deployment',
  about: 'Posts runs and assessments of workspaces.',
  ...byEvent({
    title: 'HCP Terraform',
    renderers: {
      ...each(Object.keys(verbs), show),
      verification: () => message('Terraform', 'HCP Terraform is connected.'),
    },
    name: (p) => p.list('notifications')[0]?.text('trigger') || p.text('trigger'),
    needs: 'the field notifications',
  }),
  setup: [
    'In the workspace, open **Settings → Notifications → Create a notification** and choose **Webhook**.',
    'Enter `{url}` as **Webhook URL**, and `{secret}` as **Token**. Choose the events.',
  ],
  verification: hmac('x-tfe-notification-signature', '', 'sha512'),
});
