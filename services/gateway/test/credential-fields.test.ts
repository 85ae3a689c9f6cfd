import { contentTypes } from '@parley/api/events';
import { type CredentialKind, credentials } from '@parley/rules';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { areas, pages, transfers } from '../src/http/routes.ts';
import { allTextFields, type TextField, textFieldsOf } from './answer-fields.ts';

// Walks the schemas of all answers, events and registrations. A field whose name suggests a credential or contents, or that can
// contain anything, must be declared with `credential(…)` or listed here. So a new field of these kinds fails until somebody decides
// about it (docs/decisions/handing-out-credentials.md).

/** Parts of names that suggest a credential, an address that opens something, or contents. */
const suspicious =
  /ur[li]|link|key|token|secret|pass|pin|code|ticket|address|mail|path|location|href|credential|otp|csrf|challenge|signature|seal|auth|hash|invit|queue|handle|nonce|cookie|session|file|template|config|storage|archive|download|content|subject|note|text|body|value|data$|details/;

/** Names that say little. A reason for them counts at one place, and not for all fields of this name. */
const vague =
  /^(url|uri|link|key|token|secret|code|path|address|location|value|data|config|storage|content|text|id|name|file|details)$/;

const picture = 'a picture that everybody who knows its address may load, without anything secret';
const sentPlace = 'leads to a message that the caller has sent; only people who may read it see it';
const sameForAll = 'the same for everybody';
const contact = 'an address to write to; nobody can read or sign in with it alone';
const mark = 'the name of a symbol or an error';
const definition = 'a definition that administrators write for everybody';
const shownText = 'a text about a person or a thing, for everybody who sees them';
const withCredentials = 'a path that opens a file only for a caller who may read it';
const forAuthenticator = 'tells a passkey what to sign; without the passkey it is worth nothing';
const network = 'the address of a client in the network';
const deviceNumber = 'numbers a device; the push service knows the device by something else';
const setting = 'the value of a setting';
const managersText = 'the text of messages, which those who manage the bot have written';
const ofToken = 'shows nothing that the token in its own address does not already open';

/** Reasons why fields open nothing: by the name of the field, or by its place and path. */
const harmless: Readonly<Record<string, string>> = {
  api_url: sameForAll,
  hash: 'a mark that changes with a form, with which nothing can be opened',
  alternative_url_templates: definition,
  archive: 'the name of an archive',
  avatar_url: picture,
  avatar_url_medium: picture,
  challenge: forAuthenticator,
  challenge_token: forAuthenticator,
  default_code_block_language: setting,
  delivery_email: contact,
  email: contact,
  emoji_code: mark,
  error_code: mark,
  field_data: definition,
  filename: 'the name of the uploaded file',
  giphy_api_key: 'always empty',
  tenor_api_key: 'always empty',
  icon_url: picture,
  jitsi_server_url: sameForAll,
  last_used_address: network,
  login_url: sameForAll,
  message_link: sentPlace,
  message_url: sentPlace,
  logo_url: picture,
  navigation_tour_video_url: sameForAll,
  new_email: contact,
  night_logo_url: picture,
  path_id: withCredentials,
  pending_push_token_id: deviceNumber,
  push_registration_error_code: mark,
  push_token_id: deviceNumber,
  queue_id: 'opens a queue only for a caller who is its owner and may receive everything in it',
  realm_default_code_block_language: setting,
  realm_icon_url: picture,
  realm_jitsi_server_url: sameForAll,
  realm_logo_url: picture,
  realm_night_logo_url: picture,
  realm_uri: sameForAll,
  realm_url: sameForAll,
  realm_welcome_message_custom_text: setting,
  rendered_value: shownText,
  reverse_template: definition,
  sender_email: contact,
  server_emoji_data_url: sameForAll,
  server_jitsi_server_url: sameForAll,
  server_web_push_public_key: 'a public key',
  signup_url: sameForAll,
  source_url: picture,
  status_text: shownText,
  still_url: picture,
  unauthorized: 'names of channels',
  upgrade_text_for_wide_organization_logo: sameForAll,
  url_pattern: definition,
  url_template: definition,
  user_handle: forAuthenticator,
  welcome_message_custom_text: setting,
  'get-sessions sessions[].address': network,
  'get-user-sessions sessions[].address': network,
  'get-audit-log entries[].address': network,
  'get-audit-log entries[].details.*': 'test/docs/audit-details.test.ts lists every value',
  'get-bot-storage storage.*': 'what the bot itself has stored',
  'register-queue realm_embedded_bots[].config.*': 'there are no embedded bots',
  'register-queue realm_default_stream_groups[]': 'always empty',
  'register-queue realm_incoming_webhook_bots[].config_options[].key': mark,
  'register-queue realm_incoming_webhook_bots[].url_options[].key': mark,
  'get-integrations integrations[].icon.text': mark,
  'get-integrations integrations[].options[].key': mark,
  'event BlockActionEvent pressed.values[]': 'what a person chose in a message of the bot',
  'event BlockActionEvent state[].values[]': 'what a person chose in a message of the bot',
  'event BlockActionEvent response_url':
    'takes five answers of the bot to one press, which the bot may give with its own key',
  base_url: 'the address of a program, which the person has entered',
  external_url_template: 'an address without the key of the bot, for which it has a placeholder',
  'register-queue realm_bots[].services[]': 'always empty',
  'event RealmBotAddEvent bot.services[]': 'always empty',
  'event RealmBotUpdateEvent bot.services[]': 'always empty',
  'create-webhook webhook.template': managersText,
  'get-webhooks webhooks[].template': managersText,
  'update-webhook webhook.template': managersText,
  'get-search-files files[].context': 'a line of a file or message that the caller may read; opens nothing',
  'get-gifs gifs[].preview_url': 'the address of a picture that anybody can find at the provider',
  'get-gifs gifs[].url': 'the address of a picture at its provider; opens nothing',
  'get-search-suggestions people[].profile_data.*.value': shownText,
  'upload-file url': withCredentials,
  'upload-file uri': withCredentials,
  'get-own-user profile_data.*.value': shownText,
  'get-user user.profile_data.*.value': shownText,
  'jwt-fetch-api-key user.profile_data.*.value': shownText,
  'get-users members[].profile_data.*.value': shownText,
  'register-queue realm_users[].profile_data.*.value': shownText,
  'register-queue realm_non_active_users[].profile_data.*.value': shownText,
  'event RealmUserAddEvent person.profile_data.*.value': shownText,
  'event RealmUserUpdateEvent person.custom_profile_field.value': shownText,
  'event StreamUpdateEvent value': setting,
  'event SubscriptionUpdateEvent value': setting,
  'event RealmUpdateEvent value': setting,
  'event RealmUserSettingsDefaultsUpdateEvent value': setting,
  'event UserSettingsUpdateEvent value': setting,
  'get-import import.archive_path': 'a path of an archive, which only imports of owners read',
  'get-imports imports[].archive_path': 'a path of an archive, which only imports of owners read',
  'register-queue server_report_message_types[].key': mark,
  'register-queue user_settings.emojiset_choices[].key': mark,
  'register-queue user_settings.emojiset_choices[].text': mark,
  'register-queue emojiset_choices[].key': mark,
  'register-queue emojiset_choices[].text': mark,
  'register-queue realm_user_settings_defaults.emojiset_choices[].key': mark,
  'register-queue realm_user_settings_defaults.emojiset_choices[].text': mark,
  'register-queue realm_default_external_accounts.*.text': sameForAll,
};

/** Names of fields with contents. They may stand only where keys without the area `messages` get nothing. */
const contents =
  /^((prev|orig|raw|match|rendered|prev_rendered|orig_rendered)_)?(content|subject)$|^content_html_diff$|^topic_links/;

/** Operations of the area `personal` that answer only keys with the area `messages` (services/messaging/src/rpc/index.ts). */
const writtenForLater = ['get-drafts', 'get-reminders', 'get-saved-snippets', 'get-scheduled-messages'];
/** Fields of registrations that messaging leaves out for keys without the area `messages`. */
const omitted = /^(drafts|reminders|saved_snippets|scheduled_messages)\[\]/;

/** Contents that the caller gives in the same request, so that the answer shows nothing that others have written. */
const ownContents = ['try-webhook-template content'];

const isContent = ({ name, path }: TextField) =>
  contents.test(name) || /(^|\.)topic_links\[\]\.(url|text)$/.test(path);

const operationsOf = (area: string) =>
  areas.find(({ name }) => name === area)!.routes.map(({ operation }) => operation);

function isAtContents({ where, path }: TextField): boolean {
  if (ownContents.includes(`${where} ${path}`)) return true;
  if (where.startsWith('event ')) return contentEvents.has(where.slice('event '.length));
  if (where === 'register-queue') return omitted.test(path);
  return operationsOf('messages').includes(where) || writtenForLater.includes(where);
}

/** Names of the schemas of events with contents. */
const contentEvents = new Set(
  allTextFields().flatMap(({ where }) => {
    const name = /^event (?:Older)?(\w+?)(?:Add|Remove|Update|Start|Stop)?Event$/.exec(where)?.[1];
    const type = name?.replaceAll(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase() ?? '';
    const isOne = contentTypes.has(type) || contentTypes.has(`${type}s`);
    return isOne ? [where.slice('event '.length)] : [];
  }),
);

const fields = allTextFields();
const keyOf = ({ where, path }: TextField): string => `${where} ${path}`;
const isSuspicious = ({ name, isUnknown }: TextField): boolean => isUnknown || suspicious.test(name);
const isHarmless = (field: TextField): boolean =>
  Object.hasOwn(harmless, keyOf(field)) ||
  (Object.hasOwn(harmless, field.name) && !vague.test(field.name) && !field.isUnknown);
/** Whether a field belongs to blocks: what an app shows to people who can see the message or form. They contain no credentials of this server. */
const isOfBlocks = (field: TextField): boolean =>
  /\b(?:blocks\[\]|message_blocks\.icon|found)\./.test(keyOf(field));

const undecided = (all: readonly TextField[]): string[] =>
  all
    .filter((field) => isSuspicious(field) && !field.kind && !isHarmless(field) && !isContent(field))
    .filter((field) => !isOfBlocks(field))
    .map(keyOf);

describe('a field that may contain a credential', () => {
  it('is declared as one, or has a reason why it opens nothing', () => {
    expect(undecided(fields)).toEqual([]);
  });

  it('needs a decision as soon as it is added', () => {
    const added = z.strictObject({
      foo_url: z.string(),
      inner: z.array(z.strictObject({ url: z.string().nullable(), join_link: z.string().optional() })),
      anything: z.unknown(),
      name: z.string(),
      count: z.int(),
    });
    expect(undecided(textFieldsOf('new-operation', added))).toEqual([
      'new-operation foo_url',
      'new-operation inner[].url',
      'new-operation inner[].join_link',
      'new-operation anything',
    ]);
  });

  it('has no reason that is out of date', () => {
    const used = new Set(
      fields.filter((field) => !field.kind).flatMap((field) => [keyOf(field), field.name]),
    );
    expect(Object.keys(harmless).filter((key) => !used.has(key) || vague.test(key))).toEqual([]);
  });
});

it('fields with contents are only where keys without the area messages get nothing', () => {
  expect(fields.filter((field) => isContent(field) && !isAtContents(field)).map(keyOf)).toEqual([]);
});

/** Pages and transfers without a schema of their answer, and what they can hand out. */
const withoutSchema: Readonly<Record<string, CredentialKind | string>> = {
  'mattermost-message-page': 'where an imported message is, as an ID that opens nothing',
  'rocketchat-channel-message-page': 'where an imported message is, as an ID that opens nothing',
  'rocketchat-channel-thread-page': 'where an imported message is, as an ID that opens nothing',
  'rocketchat-direct-message-page': 'where an imported message is, as an ID that opens nothing',
  'rocketchat-group-message-page': 'where an imported message is, as an ID that opens nothing',
  'rocketchat-group-thread-page': 'where an imported message is, as an ID that opens nothing',
  'slack-message-page': 'where an imported message is, as an ID that opens nothing',
  'redirect-login': sameForAll,
  'redirect-accounts-login': sameForAll,
  'redirect-accounts-find': sameForAll,
  'redirect-help': sameForAll,
  'redirect-help-page': sameForAll,
  'redirect-help-part': sameForAll,
  'redirect-integrations': sameForAll,
  'redirect-integrations-page': sameForAll,
  'redirect-integrations-kind-page': sameForAll,
  'get-favicon': sameForAll,
  'get-robots': sameForAll,
  'get-web-client': sameForAll,
  'get-web-client-asset': sameForAll,
  'get-service-worker': sameForAll,
  'get-web-manifest': sameForAll,
  'get-emoji-data': sameForAll,
  'get-earlier-emoji-data': sameForAll,
  'get-emoji-codes': sameForAll,
  'get-zulip-emoji': sameForAll,
  'get-generated-avatar': picture,
  'join-page': ofToken,
  'submit-join-page': 'session token',
  'register-page': sameForAll,
  'submit-register-page': 'sends a mail to the address, and shows nothing of it',
  'reset-password-page': sameForAll,
  'submit-reset-password-page': 'sends a mail to the address, and shows nothing of it',
  'new-password-page': ofToken,
  'submit-new-password-page': ofToken,
  'confirm-email-page': ofToken,
  'submit-confirm-email-page': ofToken,
  'join-call-page': 'redirects the person of the session to the meeting whose address they have',
  'connect-zoom-page': 'redirects to the provider, with a state that is bound to the session',
  'complete-zoom-page': 'stores the token of the provider, and shows nothing of it',
  'public-channel-page': 'messages of channels that anybody may read',
  'public-topic-page': 'messages of channels that anybody may read',
  'provider-sign-in-page': 'redirects to the provider, with a state that is bound to the browser',
  'provider-sign-up-page': 'redirects to the provider, with a state that is bound to the browser',
  'complete-provider-sign-in-page': 'sign-in result',
  'receive-provider-answer-page': 'redirects the browser that began the sign-in',
  'provider-metadata-page': sameForAll,
  'provider-back-channel-logout': 'nothing',
  'provider-front-channel-logout': 'nothing',
  'sign-in-ticket-page': ofToken,
  'submit-sign-in-ticket-page': 'session token',
  'unsubscribe-page': ofToken,
  'submit-unsubscribe-page': ofToken,
  'dev-mail-list': 'mailed link',
  'dev-mail': 'mailed link',
  'get-openapi': sameForAll,
  'get-docs': sameForAll,
  'resumable-upload':
    'the path of an upload, which works only with credentials of the person who has begun it',
  'get-file': 'a file, for who may read it or has an address that the guard has handed out',
  'get-image': picture,
  'get-external-picture': 'a picture of a public host, at the address in a message',
  'get-avatar': picture,
  'change-custom-emoji': 'nothing',
  'change-realm-logo': 'nothing',
  'receive-app-response': 'nothing',
  'receive-slack-api': 'what the app may read, for the program with its token',
  'receive-mattermost-webhook': 'nothing',
  'receive-slack-webhook': 'nothing',
  'handle-scim': 'accounts, for the provisioning client with its token',
};

it('pages and transfers without a schema have a decision, too', () => {
  const operations = [...pages, ...transfers.filter(({ answer }) => !answer)].map(
    ({ operation }) => operation,
  );
  expect(Object.keys(withoutSchema).toSorted()).toEqual([...new Set(operations)].toSorted());
});

it('every kind of credential is handed out somewhere', () => {
  const kinds = new Set<string>([
    ...fields.flatMap(({ kind }) => kind ?? []),
    ...Object.values(withoutSchema),
  ]);
  const elsewhere = Object.entries(credentials).flatMap(([kind, entry]) =>
    'elsewhere' in entry ? [kind] : [],
  );
  expect(Object.keys(credentials).filter((kind) => !kinds.has(kind) && !elsewhere.includes(kind))).toEqual(
    [],
  );
});
