import { integration } from '../domain/integration.ts';
import { facts, link, plain, quote } from '../domain/markdown.ts';
import { byEvent, each, type Renderer } from './shared/events.ts';
import { message, sentence, topicOf, who, words } from './shared/sentences.ts';

const events =
  'addAttachment addBoardMember addChecklist addChecklistItem addComment addLabel addSubtask addedLabel almostdue archivedBoard archivedCard archivedList archivedSwimlane atUserComment a-dueAt a-endAt a-receivedAt a-startAt checkedItem completeChecklist createBoard createCard createCustomField createList createSwimlane deleteAttachment deleteComment deleteCustomField duenow editComment importBoard importCard importList joinMember moveCard moveCardBoard newDue pastdue removeBoardMember removeChecklist removeChecklistItem removeLabel removeList removeSwimlane removedLabel restoredCard setCustomField uncheckedItem uncompleteChecklist unjoinMember unsetCustomField withDue'
    .split(' ')
    .map((name) => `act-${name}`);

const show: Renderer = (p, _request, event) => {
  // The text has the names, and the address on its last line.
  const [text = '', ...rest] = p.text('text').split('\n');
  const address = rest.map((line) => line.trim()).find((line) => /^https?:\/\//.test(line)) ?? '';
  const card = p.text('card');
  const said =
    text.trim() === ''
      ? `${who(p.text('user'))}: ${words(event.replace(/^act-/, ''))} ${plain(card)}`
      : plain(text.replace(/__(\w+)__/g, '$1'), 500);
  return message(
    topicOf(
      'WeKan',
      p.firstText('board', 'boardTitle') || (/ board "([^"\n]{1,200})"/.exec(text)?.[1] ?? ''),
    ),
    sentence(address === '' ? said : `${said} (${link('open', address)})`),
    facts([
      [
        'List',
        plain(
          p.firstText('list', 'oldList') === p.text('list') ? '' : `${p.text('oldList')} → ${p.text('list')}`,
        ),
      ],
      ['Swimlane', plain(p.text('swimlane'))],
    ]),
    /omment/.test(event) && !text.includes(p.text('comment')) && quote(p.text('comment')),
  );
};

export const wekan = integration({
  name: 'wekan',
  title: 'WeKan',
  icon: { text: 'W', color: '#005377' },
  category: 'project management',
  about: 'Posts what happens to cards, lists, checklists and members of boards.',
  ...byEvent({
    title: 'WeKan',
    renderers: each(events, show),
    name: (p) => p.text('description') || (p.text('text') === '' ? '' : 'other'),
    needs: 'the field description',
  }),
  setup: [
    'On the board, open **Board Settings → Outgoing Webhooks**.',
    'Enter `{url}`, and save.',
    'To have senders verified, enter `{secret}` as token of the webhook.',
  ],
  verification: { kind: 'token', header: 'x-wekan-token' },
});
