import { integration } from '../domain/integration.ts';
import { facts, link, plain, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { byEvent, each, ignored, type Renderer } from './shared/events.ts';
import { itemMessage } from './shared/items.ts';
import { change, message, sentence, topicOf, who, words } from './shared/sentences.ts';
import { timed } from './shared/signatures.ts';

const ticketEvents =
  'agent_assignment_changed csat_received csat_requested ola_policy_changed schedule_changed attachment_linked_to_comment attachment_redacted_from_comment brand_changed comment_added comment_made_private comment_redacted created custom_field_changed custom_status_changed description_changed email_ccs_changed external_id_changed followers_changed form_changed group_assignment_changed marked_as_spam merged next_sla_breach_changed organization_changed permanently_deleted priority_changed problem_link_changed requester_changed sla_policy_changed soft_deleted status_changed subject_changed submitter_changed tags_changed task_due_at_changed type_changed undeleted via_changed'
    .split(' ')
    .map((name) => `ticket.${name}`);
const userEvents =
  'active_changed alias_changed created custom_field_changed custom_role_changed default_group_changed deleted details_changed external_id_changed group_membership_created group_membership_deleted identity_changed identity_created identity_deleted last_login_changed merged name_changed notes_changed only_private_comments_changed organization_membership_created organization_membership_deleted password_changed photo_changed role_changed suspended_changed tags_changed time_zone_changed'
    .split(' ')
    .map((name) => `user.${name}`);
const organizationEvents =
  'created custom_field_changed deleted external_id_changed name_changed tags_changed'
    .split(' ')
    .map((name) => `organization.${name}`);
const guideEvents = [
  ...'author_changed comment_changed comment_created comment_published comment_unpublished published subscription_created unpublished vote_changed vote_created vote_removed'
    .split(' ')
    .map((name) => `article.${name}`),
  ...'changed comment_changed comment_created comment_published comment_unpublished comment_vote_changed comment_vote_created created published subscription_created unpublished vote_changed vote_created vote_removed'
    .split(' ')
    .map((name) => `community_post.${name}`),
];
const agentEvents =
  'channel_created channel_deleted channel_status_changed groups_updated max_capacity_changed state_changed unified_state_changed work_item_added work_item_removed work_item_updated'
    .split(' ')
    .map((name) => `agent.${name}`);
/** Measurements that come every few seconds. */
const metricEvents =
  'active_assigned_conversations active_unassigned_conversations avg_concurrency avg_handle_time avg_requester_wait_time avg_time_in_queue conversations_in_queue longest_requester_wait_time longest_time_in_queue total_active_conversations'
    .split(' ')
    .flatMap((name) => [name, `${name}_by_group`, `${name}_by_via_type`])
    .map((name) => `messaging_live_metrics.${name}`);

/** The address of a thing: its ID, at the site that the request names. */
const address = (p: Payload, path: string, id: string): string => {
  const site = p.firstText('site', 'ticket_url_base', 'detail.site');
  return /^https?:\/\/[\w.-]+$/.test(site) && /^\d{1,30}$/.test(id) ? `${site}/agent/${path}/${id}` : '';
};

const ticketVerbs: Record<string, string> = {
  attachment_linked_to_comment: 'attached a file to',
  attachment_redacted_from_comment: 'redacted a file of',
  comment_added: 'commented on',
  comment_made_private: 'made a comment private on',
  comment_redacted: 'redacted a comment on',
  created: 'created',
  csat_received: 'received a rating of',
  csat_requested: 'asked for a rating of',
  marked_as_spam: 'marked as spam',
  merged: 'merged',
  permanently_deleted: 'permanently deleted',
  soft_deleted: 'deleted',
  undeleted: 'restored',
};

const ticket: Renderer = (p, _request, event) => {
  const detail = p.at('detail');
  const change_ = p.at('event');
  const what = event.split('.')[1]!;
  const body =
    change_.firstText('comment.body', 'comment.text') ||
    (what === 'created' ? detail.text('description') : '');
  const verb = Object.hasOwn(ticketVerbs, what) ? ticketVerbs[what]! : words(what);
  return itemMessage({
    actor: change_.firstText('comment.author.name', 'actor.name') || detail.text('actor_name'),
    verb: what.endsWith('_changed') ? `changed the ${words(what.replace(/_changed$/, ''))} of` : verb,
    item: {
      kind: 'ticket',
      id: detail.text('id'),
      title: detail.text('subject'),
      url: address(p, 'tickets', detail.text('id')),
    },
    place: 'Zendesk',
    details: facts([
      [
        'Value',
        change_.at('current').exists || change_.at('previous').exists
          ? change(change_.text('previous'), change_.text('current') || 'none')
          : '',
      ],
      ['Priority', what === 'created' ? words(detail.text('priority')) : ''],
      ['State', what === 'created' ? words(detail.text('status')) : ''],
      ['Private', change_.at('comment', 'is_public').value === false ? 'yes' : ''],
    ]),
    body,
  });
};

const thing: Renderer = (p, _request, event) => {
  const [kind = '', what = ''] = event.split('.');
  const detail = p.at('detail');
  const name = detail.firstText('name', 'title', 'email', 'id') || p.text('event', 'title');
  return message(
    'Zendesk',
    sentence(
      `${words(kind)} ${link(name || 'unknown', detail.firstText('html_url') || address(p, `${kind}s`, detail.text('id')))}: ${words(what)}`,
    ),
    facts([
      [
        'Value',
        p.at('event', 'current').exists || p.at('event', 'previous').exists
          ? change(p.text('event', 'previous'), p.text('event', 'current') || 'none')
          : '',
      ],
    ]),
    quote(p.firstText('event.body', 'event.comment.body'), 1_000),
  );
};

const chat: Renderer = (p) =>
  itemMessage({
    actor: p.text('event', 'actor', 'name'),
    verb: 'wrote in',
    item: {
      kind: 'ticket',
      id: p.text('detail', 'id'),
      title: '',
      url: address(p, 'tickets', p.text('detail', 'id')),
    },
    place: 'Zendesk',
    body: p.text('event', 'message', 'body'),
  });

const routing: Renderer = (p) =>
  message(
    'Zendesk',
    sentence(`Omnichannel routing was turned ${p.at('event', 'current_value').isTrue ? 'on' : 'off'}`),
  );

/** Triggers send what their author wrote; the ticket can stand in the address, too. */
const trigger: Renderer = (p, { query }) => {
  const id = p.firstText('ticket_id', 'id') || (query.ticket_id ?? '');
  const title = p.firstText('ticket_title', 'title', 'subject') || (query.ticket_title ?? '');
  return message(
    topicOf('Zendesk', `#${id} ${title}`.replace(/^# ?/, '')),
    sentence(
      `${who(p.firstText('actor', 'author', 'current_user'))}: ticket ${link(`#${id} ${title}`.trim(), p.firstText('ticket_url', 'link', 'url'))}`,
    ),
    facts([
      ['State', plain(p.firstText('ticket_status', 'status'))],
      ['Priority', plain(p.firstText('ticket_priority', 'priority'))],
      ['Requester', plain(p.firstText('requester', 'ticket_requester'))],
    ]),
    quote(p.firstText('message', 'comment', 'latest_comment', 'description')),
  );
};

export const zendesk = integration({
  name: 'zendesk',
  title: 'Zendesk',
  icon: { text: 'Z', color: '#03363d' },
  category: 'support',
  about: 'Posts tickets, comments, users, organizations and articles.',
  ...byEvent({
    title: 'Zendesk',
    renderers: {
      ...each(ticketEvents, ticket),
      ...each([...userEvents, ...organizationEvents, ...guideEvents, ...agentEvents], thing),
      'messaging_ticket.message_added': chat,
      'omnichannel_config.omnichannel_routing_feature_changed': routing,
      ...each(metricEvents, () => ignored('Measurements that come all the time are no messages.')),
      trigger,
    },
    name: (p, { query }) =>
      p.text('type').replace('zen:event-type:', '') ||
      (p.firstText('ticket_id', 'ticket_title', 'message') !== '' || query.ticket_id !== undefined
        ? 'trigger'
        : ''),
    needs: 'the field type, or ticket_id and message of a trigger',
  }),
  setup: [
    'In the Admin Center, open **Apps and integrations → Webhooks → Create webhook**.',
    'Choose **Zendesk events** with the events that you want, or **Trigger or automation**, and enter `{url}` as **Endpoint URL**.',
    'In a trigger use the JSON body `{"ticket_id": "{{ticket.id}}", "ticket_title": "{{ticket.title}}", "ticket_url": "{{ticket.link}}", "ticket_status": "{{ticket.status}}", "current_user": "{{current_user.name}}", "message": "{{ticket.latest_comment}}"}`.',
    'To have senders verified, enter the **signing secret** of the webhook here as `{secret}`.',
  ],
  verification: timed('x-zendesk-webhook-signature', 'x-zendesk-webhook-signature-timestamp', 'base64'),
});
