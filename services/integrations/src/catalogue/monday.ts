import { integration } from '../domain/integration.ts';
import { facts, plain, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { byEvent, each, ignored, type Renderer } from './shared/events.ts';
import { htmlText } from './shared/html.ts';
import { change, message, oneOf, sentence, topicOf } from './shared/sentences.ts';

const states: Record<string, string> = {
  create_item: 'was created',
  create_pulse: 'was created',
  update_column_value: 'was changed',
  change_column_value: 'was changed',
  change_status_column_value: 'has another state',
  change_specific_column_value: 'was changed',
  update_name: 'was renamed',
  change_name: 'was renamed',
  item_archived: 'was archived',
  archive_pulse: 'was archived',
  item_deleted: 'was deleted',
  delete_pulse: 'was deleted',
  item_restored: 'was restored',
  restore_pulse: 'was restored',
  item_moved_to_any_group: 'was moved',
  item_moved_to_specific_group: 'was moved',
  move_pulse_into_group: 'was moved',
  move_pulse_into_board: 'was moved to another board',
  create_update: 'has an update',
  edit_update: 'has an edited update',
  delete_update: 'has an update less',
  create_subitem: 'has a new part',
  create_subitem_update: 'has an update of a part',
  when_date_arrived: 'has reached its date',
  create_column: 'has a new column',
  change_subitem_name: 'has a renamed part',
  change_subitem_column_value: 'has a changed part',
  move_subitem: 'has a moved part',
  subitem_archived: 'has an archived part',
  subitem_deleted: 'has a part less',
};

const value = (p: Payload): string =>
  p.text() || p.firstText('label.text', 'text', 'name', 'date', 'value', 'label');

const show: Renderer = (p, _request, event) => {
  const found = p.at('event');
  const text = htmlText(found.firstText('textBody', 'body'));
  return message(
    topicOf('monday.com', found.firstText('boardName', 'groupName')),
    sentence(
      `${plain(found.firstText('pulseName', 'itemName', 'parentItemName', 'columnTitle')) || 'An item'} ${oneOf(states, event, 'changed')}`,
      text === '' ? '.' : ':',
    ),
    quote(text),
    facts([
      [
        found.text('columnTitle') || 'Value',
        found.at('value').exists || found.at('previousValue').exists
          ? change(value(found.at('previousValue')), value(found.at('value')) || 'none')
          : '',
      ],
      ['Group', plain(found.firstText('destGroup.title', 'groupName'))],
    ]),
  );
};

export const monday = integration({
  name: 'monday',
  title: 'monday.com',
  icon: { text: 'm', color: '#ff3d57' },
  category: 'project management',
  about: 'Posts items, their columns and updates of boards.',
  ...byEvent({
    title: 'monday.com',
    renderers: {
      ...each(Object.keys(states), show),
      challenge: () => ignored('The address was asked to repeat a word, to set the webhook up.'),
    },
    name: (p) => p.text('event', 'type') || (p.text('challenge') === '' ? '' : 'challenge'),
    needs: 'the field event.type',
  }),
  answer({ body }) {
    const challenge = body.text('challenge').slice(0, 1_000);
    return challenge === ''
      ? undefined
      : { contentType: 'application/json', body: JSON.stringify({ challenge }) };
  },
  setup: [
    'On the board, open **Integrate → Webhooks** and choose an event.',
    'Enter `{url}`, and press **Connect**.',
  ],
});
