import { integration } from '../domain/integration.ts';
import { code, facts, link, plain, quote } from '../domain/markdown.ts';
import { Payload } from '../domain/templates/payload.ts';
import { alertMessage, type Severity } from './shared/alerts.ts';
import { byEvent, type Renderer } from './shared/events.ts';
import { message, oneOf, sentence, topicOf, words } from './shared/sentences.ts';

/** The name of a topic, from `arn:aws:sns:region:account:name`. */
const topicName = (p: Payload): string => p.text('TopicArn').split(':').at(-1) ?? '';

/** The message of CloudWatch and others is JSON in a text. */
function inner(p: Payload): Payload {
  try {
    return new Payload(JSON.parse(p.text('Message')));
  } catch {
    return new Payload(undefined);
  }
}

const notification: Renderer = (p) => {
  const alarm = inner(p);
  if (alarm.text('AlarmName') === '') {
    return message(
      topicOf('Amazon SNS', topicName(p)),
      sentence(plain(p.text('Subject')) || 'A notification of Amazon SNS', ':'),
      quote(alarm.firstText('detail.description', 'detail-type', 'description') || p.text('Message')),
    );
  }
  const state = alarm.text('NewStateValue');
  const region = /^[\w-]+$/.exec(alarm.text('AlarmArn').split(':')[3] ?? '')?.[0] ?? '';
  return alertMessage({
    severity: oneOf<Severity>({ OK: 'good', ALARM: 'bad', INSUFFICIENT_DATA: 'warning' }, state, 'info'),
    name: alarm.text('AlarmName'),
    url:
      region === ''
        ? ''
        : `https://console.aws.amazon.com/cloudwatch/home?region=${region}#alarmsV2:alarm/${encodeURIComponent(alarm.text('AlarmName').slice(0, 300))}`,
    state: `changed from ${words(alarm.text('OldStateValue')) || 'unknown'} to ${words(state) || 'unknown'}`,
    topic: topicOf('Amazon SNS', topicName(p)),
    details: [
      quote(alarm.firstText('NewStateReason', 'AlarmDescription'), 1_000),
      facts([
        [
          'Metric',
          code(
            [alarm.text('Trigger', 'Namespace'), alarm.text('Trigger', 'MetricName')]
              .filter((part) => part !== '')
              .join(' '),
          ),
        ],
        ['Region', plain(alarm.text('Region'))],
        ['Description', alarm.text('NewStateReason') === '' ? '' : plain(alarm.text('AlarmDescription'))],
      ]),
    ],
  });
};

const confirmation: Renderer = (p, _request, event) =>
  message(
    topicOf('Amazon SNS', topicName(p)),
    event === 'SubscriptionConfirmation'
      ? `Amazon SNS asks whether ${plain(topicName(p)) || 'a topic'} may send messages here: ${link('confirm', p.text('SubscribeURL'))}.`
      : `${plain(topicName(p)) || 'A topic'} no longer sends messages here. Was this a mistake? ${link('Subscribe again', p.text('SubscribeURL'))}.`,
  );

export const awssns = integration({
  name: 'awssns',
  title: 'Amazon SNS and CloudWatch',
  icon: { text: 'AW', color: '#ff9900' },
  category: 'monitoring',
  about: 'Posts alarms of CloudWatch and other notifications of Amazon SNS.',
  ...byEvent({
    title: 'Amazon SNS',
    renderers: {
      Notification: notification,
      SubscriptionConfirmation: confirmation,
      UnsubscribeConfirmation: confirmation,
    },
    name: (p, { headers }) => p.text('Type') || (headers['x-amz-sns-message-type'] ?? ''),
    needs: 'the field Type',
  }),
  setup: [
    'In the console of Amazon SNS, open the topic to which your alarms send, and press **Create subscription**.',
    'Choose the protocol **HTTPS**, and enter `{url}` as **Endpoint**.',
    'Follow the link of the message that appears.',
  ],
});
