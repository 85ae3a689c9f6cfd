import { integration, type Verification } from '../domain/integration.ts';
import { code, facts, link, plain, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { alertMessage, type Severity } from './shared/alerts.ts';
import { byEvent, type Renderer } from './shared/events.ts';
import { parsedJson } from './shared/parsed-json.ts';
import { message, oneOf, sentence, topicOf, words } from './shared/sentences.ts';

/** The name of a topic, from `arn:aws:sns:region:account:name`. */
const topicName = (p: Payload): string => p.text('TopicArn').split(':').at(-1) ?? '';

/** The message of CloudWatch and others is JSON in a text. */
const inner = (p: Payload): Payload => parsedJson(p.text('Message'));

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

/** The hosts of Amazon SNS in each region. */
const ofAmazon = /^https:\/\/sns\.[a-z0-9-]{1,40}\.amazonaws\.com(?:\.cn)?\//;

/** A person confirms, by a link to Amazon: the server requests no address that a payload names. */
const confirmation: Renderer = (p, _request, event) =>
  message(
    topicOf('Amazon SNS', topicName(p)),
    !ofAmazon.test(p.text('SubscribeURL'))
      ? `A request claims to be the ${words(event)} of ${plain(topicName(p)) || 'a topic'}, but its link does not lead to Amazon.`
      : event === 'SubscriptionConfirmation'
        ? `Amazon SNS asks whether ${plain(topicName(p)) || 'a topic'} may send messages here: ${link('confirm', p.text('SubscribeURL'))}.`
        : `${plain(topicName(p)) || 'A topic'} no longer sends messages here. Was this a mistake? ${link('Subscribe again', p.text('SubscribeURL'))}.`,
  );

/** What Amazon signs: these fields, each with its name, as far as they are there. */
const signedFields = (p: Payload): readonly string[] =>
  p.text('Type') === 'Notification'
    ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
    : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];

/** A signature with Amazon's certificate. The secret is the ARN of the topic, because every customer of Amazon has signed messages. */
const signature: Verification = {
  kind: 'published',
  keyUrl:
    /^https:\/\/sns\.[a-z0-9-]{1,40}\.amazonaws\.com(?:\.cn)?\/SimpleNotificationService-[0-9a-f]{1,64}\.pem$/,
  read({ raw }, secret) {
    const p = parsedJson(raw);
    if (p.text('TopicArn') !== secret) return undefined;
    const fields = signedFields(p).filter((name) => typeof p.at(name).value === 'string');
    return {
      keyUrl: p.text('SigningCertURL'),
      algorithm: p.text('SignatureVersion') === '2' ? 'sha256' : 'sha1',
      text: fields.map((name) => `${name}\n${p.at(name).value}\n`).join(''),
      signature: p.text('Signature'),
    };
  },
};

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
    'To accept only messages of this topic that Amazon has signed, enter its ARN as the secret.',
  ],
  verification: signature,
});
