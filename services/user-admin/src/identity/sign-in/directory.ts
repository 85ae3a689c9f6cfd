import { errors, type LdapConfig, ParleyError, QueueFullError, Semaphore } from '@parley/core';
import { Client, type Entry, InvalidCredentialsError } from 'ldapts';
import type { DirectoryEntry } from '../domain/directory-sync.ts';
import { type ExternalIdentity, profileValues } from '../domain/external-identity.ts';
import { pictureAddress } from '../domain/provider-picture.ts';
import { providerUnavailable } from './provider-request.ts';

/**
 * Concurrent sign-ins at the directory, and how many may wait for one. 50 sign-ins a second need 50 places when the
 * directory takes a second for each; one that does not answer holds few others up.
 */
const concurrent = 64;
const maxWaiting = 64;
/** Maximum number of groups of a person that are read, and of levels of groups in groups. */
const maxGroups = 1_000;
const maxGroupLevels = 20;
/** Members whose groups one search finds. */
const membersInSearch = 100;

/** People who are read from the directory at once. Active Directory sends at most 1,000. */
const pageSize = 500;

/** The directory that checks passwords. */
export type Directory = {
  /**
   * Returns the person who has the login and the password; undefined when nobody has both.
   * @param signal removes the attempt from the queue, because nobody waits for it any more
   * @throws UNAVAILABLE
   */
  signIn(login: string, password: string, signal?: AbortSignal): Promise<ExternalIdentity | undefined>;
  /** Yields pages of all people in the directory. @throws UNAVAILABLE */
  people(): AsyncGenerator<DirectoryEntry[]>;
};

/** Creates the client of a directory (LDAP, Active Directory). Each sign-in has a connection of its own. */
export function createDirectory(config: LdapConfig): Directory {
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
    // A login that two entries have identifies nobody.
    return searchEntries.length === 1 ? searchEntries[0] : undefined;
  }

  /** Returns the groups that have one of the members. */
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
    /** Groups by name in lower case. A group that is in itself is found once. */
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
        // The company writes the directory.
        isEmailVerified: true,
        fullName: firstOf(attributes.name),
        groups: names,
        profile: profileValues(claims, config.profile),
        picture: pictureAddress([attributeOf(entry, picture)].flat()[0]),
      };
    });
  }

  async function* readPeople(): AsyncGenerator<DirectoryEntry[]> {
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
      // A bind without a password succeeds for everybody (RFC 4513, 5.1.2).
      if (login === '' || password === '') return undefined;
      try {
        return await slots.run(() => attempt(login, password), signal);
      } catch (error) {
        throw error instanceof QueueFullError ? errors.manySignIns() : providerUnavailable(error);
      }
    },
  };
}

/**
 * Returns whether the password is that of the entry. It opens another connection, because a bind changes the rights of
 * its connection.
 */
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

/** Encrypts the connection where that is configured. */
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

/** Returns the values of an attribute as texts. */
function textsOf(entry: Entry, name: string): string[] {
  const value = attributeOf(entry, name);
  const values: (string | Buffer)[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return values.map((each) => each.toString());
}

/** Attribute names have no case. */
const attributeOf = (entry: Entry, name: string) =>
  entry[Object.keys(entry).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name];

/** Returns the permanent identifier of the entry: its ID, which may be bytes, or its name when it has no ID. */
function idOf(entry: Entry, name: string): string {
  const value = attributeOf(entry, name);
  const first = Array.isArray(value) ? value[0] : value;
  if (first === undefined || first.length === 0) return `dn:${entry.dn.toLowerCase()}`;
  const bytes = Buffer.from(first);
  const text = bytes.toString();
  return /^[\x20-\x7e]+$/.test(text) ? text : bytes.toString('hex');
}
