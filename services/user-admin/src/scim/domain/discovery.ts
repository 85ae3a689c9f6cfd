/** Builds the documents that describe this server's SCIM support to provisioning clients (RFC 7643, sections 5 to 7). No I/O. */
import type { Resource } from './filter.ts';
import { groupSchema } from './group-resource.ts';
import { userSchema } from './user-resource.ts';

const schemaSchema = 'urn:ietf:params:scim:schemas:core:2.0:Schema';
const typeSchema = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const configSchema = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';

type Attribute = Resource & { name: string };

/** Describes an attribute. By default it is an optional string that clients may change. `more` overrides this. */
const attribute = (name: string, description: string, more: Resource = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});

const complex = (name: string, description: string, subAttributes: Attribute[], more: Resource = {}) =>
  attribute(name, description, { type: 'complex', subAttributes, ...more });

const list = { multiValued: true };
const fixed = { mutability: 'readOnly' };

const user = [
  attribute('userName', 'Name at the identity provider.', { required: true, uniqueness: 'server' }),
  complex('name', 'Parts of the name.', [
    attribute('formatted', 'The whole name.'),
    attribute('familyName', 'Family name.'),
    attribute('givenName', 'Given name.'),
  ]),
  attribute('displayName', 'The name that others see.'),
  attribute('active', 'Whether the person may use the account.', { type: 'boolean' }),
  complex(
    'emails',
    'The primary address is the address of the account.',
    [
      attribute('value', 'The address.', { required: true }),
      attribute('type', 'Kind of the address.'),
      attribute('display', 'Text that names the address.'),
      attribute('primary', 'Whether it is the primary one.', { type: 'boolean' }),
    ],
    { ...list, required: true },
  ),
  complex(
    'photos',
    'The primary picture, or the first one, is the picture of the account.',
    [
      attribute('value', 'Address of the picture.', { type: 'reference', referenceTypes: ['external'] }),
      attribute('type', 'Kind of the picture.'),
      attribute('primary', 'Whether it is the primary one.', { type: 'boolean' }),
    ],
    list,
  ),
  complex(
    'groups',
    'The groups of the person.',
    [
      attribute('value', 'ID of the group.', fixed),
      attribute('display', 'Name of the group.', fixed),
      attribute('$ref', 'Address of the group.', { ...fixed, type: 'reference', referenceTypes: ['Group'] }),
    ],
    { ...list, ...fixed },
  ),
];

const group = [
  attribute('displayName', 'Name of the group.', { required: true, uniqueness: 'server' }),
  complex(
    'members',
    'The people and the groups in the group.',
    [
      attribute('value', 'ID of the person or group.', { mutability: 'immutable' }),
      attribute('type', 'User unless given.', {
        mutability: 'immutable',
        canonicalValues: ['User', 'Group'],
      }),
      attribute('$ref', 'Address of the person or group.', {
        mutability: 'immutable',
        type: 'reference',
        referenceTypes: ['User', 'Group'],
      }),
    ],
    list,
  ),
];

const meta = (base: string, resourceType: string, path: string) => ({
  meta: { resourceType, location: `${base}/${path}` },
});

const schemaOf = (base: string, id: string, name: string, description: string, attributes: Attribute[]) => ({
  schemas: [schemaSchema],
  id,
  name,
  description,
  attributes,
  ...meta(base, 'Schema', `Schemas/${id}`),
});

export const schemas = (base: string): Resource[] => [
  schemaOf(base, userSchema, 'User', 'A person', user),
  schemaOf(base, groupSchema, 'Group', 'A user group', group),
];

export const resourceTypes = (base: string): Resource[] =>
  [
    { id: 'User', endpoint: '/Users', schema: userSchema, description: 'A person' },
    { id: 'Group', endpoint: '/Groups', schema: groupSchema, description: 'A user group' },
  ].map((type) => ({
    schemas: [typeSchema],
    name: type.id,
    ...type,
    ...meta(base, 'ResourceType', `ResourceTypes/${type.id}`),
  }));

/** Returns the description of the supported parts of the protocol. */
export const providerConfig = (base: string): Resource => ({
  schemas: [configSchema],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 500 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token in the file of sign-in methods.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  ...meta(base, 'ServiceProviderConfig', 'ServiceProviderConfig'),
});
