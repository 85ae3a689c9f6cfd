import { integration } from '../domain/integration.ts';
import { readSlackMessage } from '../domain/slack/slack-message.ts';

/** Messages in the form of Slack's incoming webhooks, for the many tools that can post to Slack. */
export const slackIncoming = integration({
  name: 'slack_incoming',
  title: 'Slack-compatible webhook',
  icon: { text: 'S', color: '#4a154b' },
  category: 'general',
  about: 'Posts what a tool sends in the form of Slack’s incoming webhooks: text, attachments and blocks.',
  events: [],
  setup: [
    'Where the tool asks for the address of a Slack webhook, enter `{url}`.',
    'If the tool signs its requests as Slack does, enter `{secret}` there as **Signing secret** to have it verified.',
  ],
  verification: { kind: 'slack' },
  render({ body }) {
    const { content, channel, iconUrl } = readSlackMessage(body);
    return {
      event: '',
      topic: 'Notifications',
      content,
      ...(iconUrl !== '' && { iconUrl }),
      ...(channel !== '' && { wantedPlace: channel }),
    };
  },
});
