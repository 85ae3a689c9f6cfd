import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import { IntegrationsServiceService } from '@parley/proto/integrations/v1/integrations';
import { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { UploadServiceService } from '@parley/proto/upload/v1/upload';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { createRpcClient } from '@parley/rpc';
import { testCall } from '@parley/rpc/testing';
import { type Body, Network, Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldGroups, newerFields, ownFields, replacedFields, unsupportedFields } from './register-fields.ts';

// Verifies every field of a registration that clients know: the service that provides it, the types that request it, and when
// it is present.

let network: Network;
let organization: Organization;
let owner: Person;

beforeAll(async () => {
  network = await Network.start();
  organization = await Organization.create(network);
  owner = organization.owner;
  await owner.subscribe(['room']);
});

afterAll(() => network?.stop());

const envelope = ['result', 'msg'];
const types: Record<string, string> = Object.assign({}, ...fieldGroups.map(({ fields }) => fields));
const fetchTypes = [...new Set(fieldGroups.flatMap(({ fetch }) => fetch))];
const sorted = (names: Iterable<string>): string[] => [...names].sort();

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

const fits = (value: unknown, wanted: string): boolean =>
  wanted.split('|').some((one) => one === typeOf(value) || (one === 'number' && typeof value === 'number'));

const registered = async (parameters: Body): Promise<Body> => (await owner.register(parameters)).initial;

describe('a registration', () => {
  it('has the 246 fields that clients know except the removed ones, each with its type', async () => {
    const none = Object.keys(unsupportedFields);
    const known = Object.keys(types).filter(
      (name) => !ownFields.includes(name) && !newerFields.includes(name),
    );
    expect(known.length + replacedFields.length + none.length).toBe(246 - 3);
    for (const capability of [true, false]) {
      const body = await registered({ client_capabilities: { user_settings_object: capability } });
      expect(sorted(Object.keys(body))).toEqual(sorted([...envelope, ...Object.keys(types)]));
      const wrong = Object.entries(types).filter(([name, type]) => !fits(body[name], type));
      expect(wrong.map(([name, type]) => [name, type, body[name]])).toEqual([]);
    }
  });

  it.each(fetchTypes)(
    'contains for %s the fields of this type, and the fields that are always present',
    async (type) => {
      const wanted = fieldGroups.filter(({ fetch }) => fetch.every((one) => one === type));
      const names = wanted.flatMap(({ fields }) => Object.keys(fields));
      const body = await registered({ fetch_event_types: [type], event_types: [] });
      expect(sorted(Object.keys(body))).toEqual(sorted([...envelope, ...names]));
    },
  );

  it('announces the features that docs/api/register.md lists as absent with the values of the page', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/api/register.md'), 'utf8');
    const section = page.split('\n## What is announced as absent\n')[1]!.split('\n## ')[0]!;
    const rows = [...section.matchAll(/^\| `(\w+)` +\| `([^`]+)` +\|/gm)];
    expect(rows.length).toBeGreaterThan(5);
    const body = await registered({});
    const announced = Object.fromEntries(rows.map(([, name]) => [name, body[name!]]));
    expect(announced).toEqual(Object.fromEntries(rows.map(([, name, value]) => [name, JSON.parse(value!)])));
  });

  it('announces only fields whose meaning the documentation explains', () => {
    const page = (path: string) => readFileSync(join(import.meta.dirname, '../../../docs', path), 'utf8');
    const [fields, settings] = [page('api/register.md'), page('settings.md')];
    const isDescribed = (name: string) =>
      fields.includes(`\`${name}\``) || settings.includes(`\`${name.replace(/^realm_/, '')}\``);
    expect(Object.keys(types).filter((name) => !isDescribed(name))).toEqual([]);
  });

  it('has no fields for event-only types and for unknown types', async () => {
    const always = fieldGroups
      .filter(({ fetch }) => fetch.length === 0)
      .flatMap(({ fields }) => Object.keys(fields));
    const body = await registered({ fetch_event_types: ['update_message', 'zephyr'] });
    expect(sorted(Object.keys(body))).toEqual(sorted([...envelope, ...always]));
  });

  it('has personal settings as separate fields only if their types are requested by name', async () => {
    const named = ['user_settings', 'update_display_settings', 'update_global_notifications'];
    for (const asked of [{ fetch_event_types: named, event_types: [] }, { event_types: named }]) {
      const body = await registered(asked);
      const settings = body.user_settings as Body;
      for (const name of replacedFields) expect([name, body[name]]).toEqual([name, settings[name]]);
      expect(replacedFields.filter((name) => body[name] === undefined)).toEqual([]);
    }
  });
});

describe.each([
  ['channel', ChannelServiceService],
  ['integrations', IntegrationsServiceService],
  ['messaging', MessagingServiceService],
  ['upload', UploadServiceService],
  ['user-admin', UserAdminServiceService],
] as const)('%s', (name, definition) => {
  it('has the fields that this service owns', async () => {
    const [replica] = network.of(name);
    const client = createRpcClient(definition, {
      addresses: [`127.0.0.1:${replica!.ports.rpc}`],
      secret: replica!.env.PARLEY_RPC_SECRET!,
    });
    const options = {
      fetchEventTypes: fetchTypes,
      capabilities: [],
      clientGravatar: false,
      slimPresence: true,
      presenceHistoryLimitDays: 14,
      includeSubscribers: 'true',
      takesShared: false,
      asksAgain: false,
      heldTexts: [],
    };
    try {
      const call = testCall({ principal: { userId: owner.userId } });
      const { state } = await client.getInitialState(
        { options, histories: [], withoutHistories: false },
        call,
      );
      const own = fieldGroups.filter((group) => group.owner === name);
      const fields = JSON.parse(Buffer.from(state!.fieldsJson).toString());
      expect(sorted(Object.keys(fields))).toEqual(sorted(own.flatMap((group) => Object.keys(group.fields))));
    } finally {
      client.close();
    }
  });
});
