import { describe, expect, it } from 'vitest';
import { externalAccounts, isSafePattern } from './external-accounts.ts';
import { presentLinkifier } from './linkifiers.ts';
import { presentPlayground } from './playgrounds.ts';
import { FIELD_TYPE, presentProfileField } from './profile-fields.ts';

const unsafe = [
  'javascript:alert({x})',
  'view-source:https://{x}',
  'https://{x}.example/',
  'https://a.example{+x}',
];

const external = (urlPattern: string) => ({
  id: 1,
  type: FIELD_TYPE.externalAccount,
  name: 'Site',
  hint: '',
  fieldData: JSON.stringify({ subtype: 'custom', url_pattern: urlPattern }),
  displayInProfileSummary: false,
  isRequired: false,
  isEditableByUser: true,
  isUsedForMatching: false,
});

describe.each(unsafe)('%s, stored by an earlier release,', (template) => {
  it('is inert in what clients get of linkifiers', () => {
    const linkifier = { id: 1, pattern: '(?P<x>a)', exampleInput: null, reverseTemplate: null };
    expect(
      presentLinkifier({ ...linkifier, urlTemplate: template, alternativeUrlTemplates: [template] }),
    ).toMatchObject({ url_template: 'about:invalid', alternative_url_templates: [] });
  });

  it('is inert in what clients get of playgrounds', () => {
    expect(presentPlayground({ id: 1, name: 'a', language: 'b', urlTemplate: template })).toMatchObject({
      url_template: 'about:invalid',
    });
  });

  it('is inert in what clients get of profile fields', () => {
    const { field_data } = presentProfileField(external(template.replace('{x}', '%(username)s')), 0);
    if (!template.includes('{+')) expect(field_data).toContain('"url_pattern":"about:invalid#%(username)s"');
  });
});

it('leaves safe templates as they are', () => {
  const template = 'https://a.example/{x}';
  expect(presentPlayground({ id: 1, name: 'a', language: 'b', urlTemplate: template }).url_template).toBe(
    template,
  );
  const pattern = 'https://a.example/%(username)s';
  expect(presentProfileField(external(pattern), 0).field_data).toBe(external(pattern).fieldData);
});

it.each(Object.entries(externalAccounts))('the known site %s leads to one site', (_name, { url_pattern }) => {
  expect(url_pattern === '' || url_pattern === '%(username)s' || isSafePattern(url_pattern)).toBe(true);
});
