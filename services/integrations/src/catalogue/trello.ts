import { required } from '@parley/core';
import { integration } from '../domain/integration.ts';
import { bold, code, link, plain, quote } from '../domain/markdown.ts';
import type { Payload } from '../domain/templates/payload.ts';
import { byEvent, type Message, type Renderers } from './shared/events.ts';
import { change, message, sentence, topicOf, who } from './shared/sentences.ts';

/** A text about an action. Names in braces are replaced by what they mean: `{card}` is a link to the card. */
const texts: Record<string, string> = {
  acceptEnterpriseJoinRequest: 'accepted the request of {organization} to join {enterprise}',
  addAdminToBoard: 'made {member} an administrator of {board}',
  addAdminToEnterprise: 'made {member} an administrator of {enterprise}',
  addAdminToOrganization: 'made {member} an administrator of {organization}',
  addAttachmentToCard: 'attached {attachment} to {card}',
  addChecklistToCard: 'added the checklist {checklist} to {card}',
  addCustomField: 'added the custom field {customField} to {board}',
  addLabelToCard: 'added the label {label} to {card}',
  addMemberToBoard: 'added {member} to {board}',
  addMemberToCard: 'added {member} to {card}',
  addMemberToOrganization: 'added {member} to {organization}',
  addOrganizationToEnterprise: 'added {organization} to {enterprise}',
  addToEnterprisePluginWhitelist: 'allowed a Power-Up in {enterprise}',
  addToOrganizationBoard: 'added {board} to {organization}',
  butlerRuleFailedBoard: 'has a rule that failed on {board}',
  changeEnterprisePublicBoardVisibility: 'changed who may see public boards of {enterprise}',
  commentCard: 'commented on {card}',
  convertToCardFromCheckItem: 'converted an item of a checklist of {cardSource} to {card}',
  copyBoard: 'copied a board to {board}',
  copyCard: 'copied {cardSource} to {card}',
  copyChecklist: 'copied a checklist to {checklist} of {card}',
  copyCommentCard: 'copied a comment to {card}',
  copyInboxCard: 'copied {cardSource} to {card}',
  createBoard: 'created {board}',
  createBoardInvitation: 'invited somebody to {board}',
  createBoardPreference: 'set a preference of {board}',
  createCard: 'created {card} in {list}',
  createCheckItem: 'added {checkItem} to the checklist {checklist} of {card}',
  createCustomField: 'created the custom field {customField} of {board}',
  createEnterpriseJoinRequest: 'asked that {organization} may join {enterprise}',
  createInboxCard: 'created {card} in an inbox',
  createLabel: 'created the label {label} of {board}',
  createList: 'created {list} on {board}',
  createOrganization: 'created {organization}',
  createOrganizationInvitation: 'invited somebody to {organization}',
  deactivatedMemberInEnterprise: 'deactivated {member} in {enterprise}',
  deactivatedMemberInOrganization: 'deactivated {member} in {organization}',
  declineEnterpriseJoinRequest: 'declined the request of {organization} to join {enterprise}',
  deleteAttachmentFromCard: 'removed {attachment} from {card}',
  deleteBoardInvitation: 'withdrew an invitation to {board}',
  deleteCard: 'deleted {card} from {list}',
  deleteCheckItem: 'removed {checkItem} from the checklist {checklist} of {card}',
  deleteComment: 'deleted a comment on {card}',
  deleteCustomField: 'deleted the custom field {customField} of {board}',
  deleteLabel: 'deleted the label {label} of {board}',
  deleteList: 'deleted {list} of {board}',
  deleteOrganizationInvitation: 'withdrew an invitation to {organization}',
  disableEnterprisePluginWhitelist: 'allowed all Power-Ups in {enterprise}',
  disableIssuingOfConsentTokensInEnterprise: 'stopped members of {enterprise} from creating tokens',
  disablePlugin: 'turned the Power-Up {plugin} off on {board}',
  disablePowerUp: 'turned the Power-Up {value} off on {board}',
  emailCard: 'created {card} by mail in {list}',
  enableEnterprisePluginWhitelist: 'limited the Power-Ups in {enterprise}',
  enableIssuingOfConsentTokensInEnterprise: 'allowed members of {enterprise} to create tokens',
  enablePlugin: 'turned the Power-Up {plugin} on on {board}',
  enablePowerUp: 'turned the Power-Up {value} on on {board}',
  enterpriseAdminViewedPrivateBoard: 'looked at {board} as an administrator of {enterprise}',
  grantEnterpriseLicense: 'gave {member} a license of {enterprise}',
  grantOrganizationLicenses: 'gave licenses of {enterprise} to {organization}',
  makeAdminOfBoard: 'made {member} an administrator of {board}',
  makeAdminOfOrganization: 'made {member} an administrator of {organization}',
  makeNormalMemberOfBoard: 'made {member} a normal member of {board}',
  makeNormalMemberOfOrganization: 'made {member} a normal member of {organization}',
  makeObserverOfBoard: 'made {member} an observer of {board}',
  memberJoinedTrello: 'joined Trello',
  moveCardFromBoard: 'moved {card} from {board} to {boardTarget}',
  moveCardToBoard: 'moved {card} from {boardSource} to {board}',
  moveInboxCardToBoard: 'moved {card} from an inbox to {board}',
  moveListFromBoard: 'moved {list} from {board} to {boardTarget}',
  moveListToBoard: 'moved {list} from {boardSource} to {board}',
  reactivatedMemberInEnterprise: 'activated {member} in {enterprise} again',
  reactivatedMemberInOrganization: 'activated {member} in {organization} again',
  removeAdminFromBoard: 'took the rights of an administrator of {board} from {member}',
  removeAdminFromEnterprise: 'took the rights of an administrator of {enterprise} from {member}',
  removeAdminFromOrganization: 'took the rights of an administrator of {organization} from {member}',
  removeChecklistFromCard: 'removed the checklist {checklist} from {card}',
  removedAllTokensFromOwnedMembers: 'removed the tokens of all members of {enterprise}',
  removeDeprecatedPlugin: 'removed the outdated Power-Up {plugin} from {board}',
  removedTokensFromMember: 'removed the tokens of {member}',
  removeFromEnterprisePluginWhitelist: 'disallowed a Power-Up in {enterprise}',
  removeFromOrganizationBoard: 'removed {board} from {organization}',
  removeLabelFromCard: 'removed the label {label} from {card}',
  removeMemberFromBoard: 'removed {member} from {board}',
  removeMemberFromCard: 'removed {member} from {card}',
  removeMemberFromOrganization: 'removed {member} from {organization}',
  removeOrganizationFromEnterprise: 'removed {organization} from {enterprise}',
  revokeEnterpriseLicense: 'took a license of {enterprise} from {member}',
  trelloAddAdminToEnterprise: 'made {member} an administrator of {enterprise} on behalf of Trello',
  trelloAddOrganizationToEnterprise: 'added {organization} to {enterprise} on behalf of Trello',
  trelloRemoveAdminFromEnterprise:
    'took the rights of an administrator of {enterprise} from {member} on behalf of Trello',
  trelloRemoveOrganizationFromEnterprise: 'removed {organization} from {enterprise} on behalf of Trello',
  unconfirmedBoardInvitation: 'invited somebody to {board}',
  unconfirmedOrganizationInvitation: 'invited somebody to {organization}',
  updateBoard: 'changed {board}',
  updateCard: 'changed {card}',
  updateCardRecurrenceRule: 'changed when {card} repeats',
  updateCheckItem: 'changed {checkItem} of the checklist {checklist} of {card}',
  updateCheckItemStateOnCard: '{checked} {checkItem} of the checklist {checklist} of {card}',
  updateChecklist: 'changed the checklist {checklist} of {card}',
  updateComment: 'edited a comment on {card}',
  updateCustomField: 'changed the custom field {customField} of {board}',
  updateCustomFieldItem: 'changed the field {customField} of {card}',
  updateEnterprise: 'changed {enterprise}',
  updateLabel: 'changed the label {label} of {board}',
  updateList: 'changed {list} on {board}',
  updateMember: 'changed a profile',
  updateOrganization: 'changed {organization}',
  voteOnCard: '{voted} {card}',
  withdrawEnterpriseJoinRequest: 'withdrew the request of {organization} to join {enterprise}',
};

const address = (kind: 'c' | 'b', p: Payload): string => {
  const short = p.text('shortLink');
  return /^[\w-]{1,40}$/.test(short) ? `https://trello.com/${kind}/${short}` : '';
};

/** Returns what a name in braces means. */
function meaning(name: string, p: Payload): string {
  const data = p.at('action', 'data');
  const found = data.at(name);
  switch (name) {
    case 'card':
    case 'cardSource': {
      const title = found.text('name') || (found.text('idShort') === '' ? '' : `#${found.text('idShort')}`);
      return title === '' ? 'a card' : `the card ${link(title, address('c', found))}`;
    }
    case 'board':
    case 'boardSource':
    case 'boardTarget': {
      const title = found.text('name') || (name === 'board' ? p.text('model', 'name') : '');
      const url = address('b', found) || (name === 'board' ? p.text('model', 'url') : '');
      return title === '' ? 'a board' : `the board ${link(title, url)}`;
    }
    case 'list':
      return `the list ${bold(data.firstText('list.name', 'listAfter.name')) || 'of a board'}`;
    case 'member':
      return (
        bold(p.firstText('action.member.fullName', 'action.member.username', 'action.data.member.name')) ||
        'somebody'
      );
    case 'attachment':
      return link(found.text('name') || 'a file', found.text('url'));
    case 'label':
      return code(found.firstText('name', 'color') || data.firstText('text', 'value')) || 'without a name';
    case 'checkItem':
      return bold(found.text('name')) || 'an item';
    case 'checked':
      return found.exists
        ? 'changed'
        : data.text('checkItem', 'state') === 'complete'
          ? 'completed'
          : 'reopened';
    case 'voted':
      return data.at('voted').value === false ? 'withdrew the vote for' : 'voted for';
    case 'value':
      return plain(data.text('value'));
    case 'organization':
    case 'enterprise':
      return `the ${name === 'organization' ? 'workspace' : name} ${bold(found.text('name')) || 'unknown'}`;
    default:
      return bold(found.firstText('name', 'id')) || 'without a name';
  }
}

/** Returns what a change of a card, list or board changed, as verb and object; undefined when only the object is known. */
function changed(p: Payload, subject: string): string | undefined {
  const data = p.at('action', 'data');
  const old = data.at('old');
  const now = data.at(p.text('action', 'type').replace('update', '').toLowerCase());
  if (data.at('listBefore').exists && data.at('listAfter').exists) {
    return `moved ${subject} from ${bold(data.text('listBefore', 'name')) || 'a list'} to ${bold(data.text('listAfter', 'name')) || 'a list'}`;
  }
  const [field, before] = old.fields()[0] ?? ['', old];
  switch (field) {
    case 'closed':
      return `${now.at('closed').isTrue ? 'archived' : 'restored'} ${subject}`;
    case 'name':
      return `renamed ${subject} (formerly ${bold(before.text()) || 'without a name'})`;
    case 'desc':
      return now.text('desc') === ''
        ? `removed the description of ${subject}`
        : `changed the description of ${subject}`;
    case 'due':
      return now.text('due') === ''
        ? `removed the due date of ${subject}`
        : `set the due date of ${subject} to ${code(now.text('due'))}`;
    case 'dueComplete':
      return `${now.at('dueComplete').isTrue ? 'completed' : 'reopened'} ${subject}`;
    case 'pos':
      return `moved ${subject} within its list`;
    case '':
      return undefined;
    default:
      return `changed ${plain(field)} of ${subject}: ${change(before.text(), now.text(field) || 'none')}`;
  }
}

function show(p: Payload, event: string): Message {
  const data = p.at('action', 'data');
  const subject = { updateCard: 'card', updateList: 'list', updateBoard: 'board' }[event];
  const text =
    (subject !== undefined && changed(p, meaning(subject, p))) ||
    required(texts[event], `entry for ${event}`).replace(/\{(\w+)\}/g, (_, name: string) => meaning(name, p));
  const body = /omment/.test(event)
    ? data.text('text') || data.text('action', 'text')
    : event === 'updateCard' && data.at('old', 'desc').exists
      ? data.text('card', 'desc')
      : '';
  return message(
    topicOf('Trello', data.text('board', 'name') || p.text('model', 'name')),
    sentence(
      `${who(p.firstText('action.memberCreator.fullName', 'action.memberCreator.username'))} ${text}`,
      body === '' ? '.' : ':',
    ),
    quote(body),
  );
}

const renderers: Renderers = Object.fromEntries(
  Object.keys(texts).map((event) => [event, (p) => show(p, event)]),
);

export const trello = integration({
  name: 'trello',
  title: 'Trello',
  icon: { text: 'T', color: '#0079bf' },
  category: 'project management',
  about: 'Posts what happens to cards, lists, checklists and members of boards.',
  ...byEvent({
    title: 'Trello',
    renderers,
    name: (p) => p.text('action', 'type'),
    needs: 'the field action.type',
  }),
  setup: [
    'Get a key and a token from [trello.com/power-ups/admin](https://trello.com/power-ups/admin), and the ID of the board from its address with `.json` at the end.',
    'Send `POST https://api.trello.com/1/webhooks/?key=…&token=…` with the fields `idModel` (the ID of the board), `description` and `callbackURL` `{url}`.',
  ],
});
