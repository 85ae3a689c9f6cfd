import { integration } from '../domain/integration.ts';
import { code, facts, link, plain } from '../domain/markdown.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { enumeration, message, oneOf, sentence, topicOf, who, words } from './shared/sentences.ts';

const verbs: Record<string, string> = {
  PUSH_ARTIFACT: 'pushed',
  PULL_ARTIFACT: 'pulled',
  DELETE_ARTIFACT: 'deleted',
  SCANNING_COMPLETED: 'scanned',
  SCANNING_FAILED: 'could not scan',
  SCANNING_STOPPED: 'stopped the scan of',
  QUOTA_EXCEED: 'exceeded the quota with',
  QUOTA_WARNING: 'nearly exceeded the quota with',
  REPLICATION: 'replicated',
  TAG_RETENTION: 'applied the retention of tags to',
};

const show: Renderer = (p, _request, event) => {
  const data = p.at('event_data');
  const repository = data.firstText(
    'repository.repo_full_name',
    'repository.name',
    'replication.src_resource.namespace',
    'retention.project_name',
  );
  const resources = data
    .list('resources')
    .map((one) =>
      link(
        one.text('tag') || one.text('digest').slice(0, 19) || 'artifact',
        /^[\w.:/@-]+$/.test(one.text('resource_url')) ? `https://${one.text('resource_url')}` : '',
      ),
    );
  const scan = data.list('resources')[0]?.fields('scan_overview')[0]?.[1];
  return message(
    topicOf('Harbor', repository),
    sentence(
      `${who(p.text('operator'))} ${oneOf(verbs, event, words(event))} ${enumeration(resources) || 'artifacts'}${repository === '' ? '' : ` of ${code(repository)}`}`,
    ),
    facts([
      ['Severity', words(scan?.text('severity') ?? '')],
      ['Findings', plain(scan?.text('summary', 'total') ?? '')],
      ['Fixable', plain(scan?.text('summary', 'fixable') ?? '')],
      [
        'Details',
        plain(data.firstText('custom_attributes.Details', 'replication.job_status', 'retention.status')),
      ],
    ]),
  );
};

export const harbor = integration({
  name: 'harbor',
  title: 'Harbor',
  icon: { text: 'H', color: '#60b932' },
  category: 'deployment',
  about: 'Posts pushes, scans, quotas and replications of images.',
  ...byEvent({
    title: 'Harbor',
    renderers: each(Object.keys(verbs), show),
    name: (p) => p.text('type'),
    needs: 'the field type',
  }),
  setup: [
    'In the project, open **Webhooks** and press **New webhook** with the type `http` and the format `Default`.',
    'Enter `{url}` as **Endpoint URL**, and `Bearer {secret}` as **Auth Header**.',
  ],
  verification: { kind: 'token', header: 'authorization', prefix: 'Bearer ' },
});
