import { expect, it } from 'vitest';
import { routes } from '../src/http/routes.ts';

const template =
  'must be a safe template (`isSafeLinkTemplate`), when it is stored and when a link is made from it';

const program =
  'must be a public web address (`checkProgram`), when it is stored and at each request; it becomes no link';
const textOfMessages = 'makes a text, whose links are rendered and checked like those of any message';

/**
 * What keeps an address that a person or administrator enters from becoming a harmful link, by the parameter that stores it. A new
 * parameter for an address needs a line here.
 */
const decisions: Readonly<Record<string, string>> = {
  'add-code-playground url_template': template,
  'add-bot payload_url': program,
  'update-bot service_payload_url': program,
  'update-outgoing-webhook payload_url': program,
  'create-webhook template': textOfMessages,
  'update-webhook template': textOfMessages,
  'try-webhook-template template': textOfMessages,
  'start-import upload_url':
    'must be the path of an upload (`uploadForm`), which is read with the rights of the caller',
  'add-linkifier url_template': template,
  'add-linkifier alternative_url_templates': template,
  'add-linkifier reverse_template': 'makes a text from an address',
  'add-linkifier pattern': 'is a regular expression, never an address',
  'update-linkifier url_template': template,
  'update-linkifier alternative_url_templates': template,
  'update-linkifier pattern': 'is a regular expression, never an address',
  'update-linkifier reverse_template': 'makes a text from an address',
  'create-custom-profile-field field_data':
    'its URL pattern must be safe (`isSafePattern`); an earlier one becomes inert',
  'update-custom-profile-field field_data':
    'its URL pattern must be safe (`isSafePattern`); an earlier one becomes inert',
  'update-own-profile data': 'values of fields for addresses must be web addresses (`isWebAddress`)',
  'update-user profile_data': 'values of fields for addresses must be web addresses (`isWebAddress`)',
  'update-realm jitsi_server_url':
    'must be a web address (`isWebAddress`), also where a call is made from it',
  'clear-own-profile data': 'names fields',
  'update-subscription-settings subscription_data': 'has settings without addresses',
};

it('decides for every parameter with an address what the address may lead to', () => {
  const mayBeAddress = /(^|_)(urls?|uris?|links?|templates?|patterns?|href|endpoint|data|homepage|website)$/;
  const found = routes
    .flatMap(({ operation, params }) => params.names.map((name) => `${operation} ${name}`))
    .filter((name) => mayBeAddress.test(name.split(' ')[1]!));
  expect(found.toSorted()).toEqual(Object.keys(decisions).toSorted());
});
