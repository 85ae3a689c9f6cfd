import { errors, type LdapConfig, ParleyError, QueueFullError, Semaphore } from '@parley/core';
import { Client, type Entry, InvalidCredentialsError } from 'ldapts';
import type { LdapPasswords } from '../access/credentials/ldap-passwords.ts';
import { type ExternalIdentity, profileValues } from '../access/domain/external-identity.ts';
import { pictureAddress } from '../accounts/domain/provider-picture.ts';
import type { LdapEntry } from './domain/ldap-entry.ts';
import { providerUnavailable } from './provider-request.ts';

/**
 * Maximum number of concurrent sign-ins at the directory, and of waiting ones. If the directory takes a second per sign-in, 50
 * sign-ins per second need 50 slots. The queue is short, so that a directory that does not answer blocks only few people.
 */
const concurrent = 64;
const maxWaiting = 64;
/** Maximum number of groups that are read for a person, and of levels of nested groups. */
const maxGroups = 1_000;
const maxGroupLevels = 20;
/** Maximum number of members in one search for groups. */
const membersInSearch = 100;

/** Number of people in one page of results. Active Directory returns at most 1,000. */
const pageSize = 500;

/** LDAP directory, which checks passwords and lists people. */
export type Ldap = Pick<LdapPasswords, 'signIn'> & {
  /** Yields pages of all people in the directory. @throws UNAVAILABLE */
  people(): AsyncGenerator<LdapEntry[]>;
};

/** Creates the client of a directory (LDAP, Active Directory). Each sign-in opens its own connections. */
export function createLdap(config: LdapConfig): Ldap {
  const slots = new Semaphore(concurrent, maxWaiting);
  const { attributes, groups } = config;
  const { picture, ...described } = attributes;
  const wanted = [...new Set([...Object.values(described), ...Object.keys(config.profile)])];

  async function find(client: Client, login: string): Promise<Entry | undefined> {
    const { searchEntries } = await client.search(config.baseDn, {
      scope: 'sub',
      filter: config.userFilter.replaceAll('{login}', () => escapeFilterValue(login)),
      attributes: config.pictures === 'never' ? wanted : [...wanted, picture],
      explicitBufferAttributes: [attributes.id, picture],
      sizeLimit: 2,
    });
    // A login name that two entries have does not identify a person.
    return searchEntries.length === 1 ? searchEntries[0] : undefined;
  }

  /** Returns the groups that have at least one of the members. */
  async function groupsWith(client: Client, members: readonly string[], claim: string): Promise<Entry[]> {
    const filters = members.map((dn) => config.groupFilter.replaceAll('{dn}', () => escapeFilterValue(dn)));
    const { searchEntries } = await client.search(config.groupBaseDn ?? config.baseDn, {
      scope: 'sub',
      filter: filters.length === 1 ? filters[0]! : `(|${filters.join('')})`,
      attributes: [claim],
      sizeLimit: maxGroups,
    });
    return searchEntries;
  }

  async function groupsOf(client: Client, dn: string): Promise<string[] | undefined> {
    if (!groups) return undefined;
    /** Groups by DN in lower case. The search continues from each group only once, even if the group contains itself. */
    const found = new Map<string, Entry>();
    let members = [dn];
    for (let level = 0; members.length > 0 && level < maxGroupLevels; level++) {
      const next: string[] = [];
      for (let at = 0; at < members.length; at += membersInSearch) {
        const part = members.slice(at, at + membersInSearch);
        for (const entry of await groupsWith(client, part, groups.claim)) {
          const key = entry.dn.toLowerCase();
          if (found.has(key) || found.size >= maxGroups) continue;
          found.set(key, entry);
          next.push(entry.dn);
        }
      }
      members = config.nestedGroups ? next : [];
    }
    return [...found.values()].flatMap((entry) => textsOf(entry, groups.claim));
  }

  async function attempt(login: string, password: string): Promise<ExternalIdentity | undefined> {
    return connected(config, async (client) => {
      if (config.bindDn !== undefined) await client.bind(config.bindDn, config.bindPassword ?? '');
      const entry = await find(client, login);
      if (!entry) return undefined;
      const names = await groupsOf(client, entry.dn);
      if (!(await isPassword(config, entry.dn, password))) return undefined;
      const firstOf = (name: string) => textsOf(entry, name)[0] ?? '';
      const claims = Object.fromEntries(Object.keys(config.profile).map((name) => [name, firstOf(name)]));
      return {
        method: 'ldap',
        subject: idOf(entry, attributes.id),
        email: firstOf(attributes.email),
        // Addresses count as verified, because the company maintains the directory.
        isEmailVerified: true,
        fullName: firstOf(attributes.name),
        groups: names,
        profile: profileValues(claims, config.profile),
        picture: pictureAddress([attributeOf(entry, picture)].flat()[0]),
      };
    });
  }

  async function* readPeople(): AsyncGenerator<LdapEntry[]> {
    const client = createClient(config);
    try {
      await open(client, config);
      if (config.bindDn !== undefined) await client.bind(config.bindDn, config.bindPassword ?? '');
      const pages = client.searchPaginated(config.baseDn, {
        scope: 'sub',
        filter: config.syncFilter,
        attributes: wanted,
        explicitBufferAttributes: [attributes.id],
        paged: { pageSize },
      });
      for await (const { searchEntries } of pages) {
        yield searchEntries.map((entry) => ({
          subject: idOf(entry, attributes.id),
          email: textsOf(entry, attributes.email)[0] ?? '',
          fullName: textsOf(entry, attributes.name)[0] ?? '',
        }));
      }
    } catch (error) {
      throw error instanceof ParleyError ? error : providerUnavailable(error);
    } finally {
      await client.unbind().catch(() => undefined);
    }
  }

  return {
    people: readPeople,
    async signIn(login, password, signal) {
      // Refuses an empty password, because directories accept a bind without a password for everybody (RFC 4513, section
      // 5.1.2).
      if (login === '' || password === '') return undefined;
      try {
        return await slots.run(() => attempt(login, password), signal);
      } catch (error) {
        throw error instanceof QueueFullError ? errors.manySignIns() : providerUnavailable(error);
      }
    },
  };
}

/** Opens a separate connection, because a bind changes the permissions of its connection. */
function isPassword(config: LdapConfig, dn: string, password: string): Promise<boolean> {
  return connected(config, async (client) => {
    try {
      await client.bind(dn, password);
      return true;
    } catch (error) {
      if (error instanceof InvalidCredentialsError) return false;
      throw error;
    }
  });
}

async function connected<T>(config: LdapConfig, use: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient(config);
  try {
    await open(client, config);
    return await use(client);
  } finally {
    await client.unbind().catch(() => undefined);
  }
}

const tlsOptionsOf = ({ url, caFile }: LdapConfig) => ({
  host: new URL(url).hostname,
  ...(caFile !== undefined && { ca: caFile }),
});

function createClient(config: LdapConfig): Client {
  const { url, timeoutMs } = config;
  return new Client({
    url,
    timeout: timeoutMs,
    connectTimeout: timeoutMs,
    strictDN: false,
    ...(url.startsWith('ldaps:') && { tlsOptions: tlsOptionsOf(config) }),
  });
}

/** Encrypts the connection with STARTTLS if that is configured. */
async function open(client: Client, config: LdapConfig): Promise<void> {
  if (config.startTls) await client.startTLS(tlsOptionsOf(config));
}

/**
 * Escapes a value for an LDAP filter: the characters `*`, `(`, `)` and `\`, control characters, and everything beyond ASCII.
 * @see https://www.rfc-editor.org/rfc/rfc4515#section-3
 */
export function escapeFilterValue(value: string): string {
  return Array.from(Buffer.from(value), (byte) => {
    const char = String.fromCharCode(byte);
    const isPlain = byte >= 0x20 && byte < 0x7f && !'*()\\'.includes(char);
    return isPlain ? char : `\\${byte.toString(16).padStart(2, '0')}`;
  }).join('');
}

function textsOf(entry: Entry, name: string): string[] {
  const value = attributeOf(entry, name);
  const values: (string | Buffer)[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return values.map((each) => each.toString());
}

/** Returns the value of an attribute. Names of attributes are compared without case. */
const attributeOf = (entry: Entry, name: string) =>
  entry[Object.keys(entry).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name];

/** Its ID attribute, as hexadecimal if it is binary; without one, its distinguished name. */
function idOf(entry: Entry, name: string): string {
  const value = attributeOf(entry, name);
  const first = Array.isArray(value) ? value[0] : value;
  if (first === undefined || first.length === 0) return `dn:${entry.dn.toLowerCase()}`;
  const bytes = Buffer.from(first);
  const text = bytes.toString();
  return /^[\x20-\x7e]+$/.test(text) ? text : bytes.toString('hex');
}
