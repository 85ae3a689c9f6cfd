import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { errorCode } from '../errors/thrown.ts';
import { isNetwork } from '../network/network-address.ts';
import { ConfigError } from './config.ts';

/** The content of the file in `PARLEY_SIGN_IN_FILE`: the sign-in methods of a deployment (docs/operations/sign-in.md). */
export type SignInConfig = {
  /** Whether people may sign in with a password that this server verifies. */
  password: boolean;
  oidc: OidcConfig[];
  saml: SamlConfig[];
  jwt: JwtConfig[];
  proxy?: ProxyConfig | undefined;
  ldap?: LdapConfig | undefined;
  scim?: ScimConfig | undefined;
};

/** The sign-in methods without a file: only passwords. */
export const noSignInMethods: SignInConfig = { password: true, oidc: [], saml: [], jwt: [] };

/** ID of a sign-in method. It is part of URLs, such as `/complete/oidc/{id}`. */
const id = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/, 'must consist of letters, digits, - and _');
const text = z.string().trim().min(1, 'must not be empty');

/** A URL with https. http is accepted only for the same machine, where nobody else can read the connection. */
const providerUrl = text.refine((value) => {
  const url = URL.parse(value);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url));
}, 'must be a URL with https (http is accepted only for this machine)');

const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/**
 * How the groups of a person at the provider are used. `claim` is the claim or attribute with the groups. `admin` and
 * `moderator` are groups that give these roles. `members` maps a group of the provider to a user group.
 */
const groups = z.strictObject({
  claim: text,
  admin: text.optional(),
  moderator: text.optional(),
  members: z.record(z.string(), text).optional(),
});

/** How a picture from the provider is used: only if the person has not uploaded one, always, or never. */
const pictures = z.enum(['keep-own', 'replace-own', 'never']).default('keep-own');
export type PicturePolicy = z.output<typeof pictures>;

const options = {
  /** Whether people without an account get one when they sign in for the first time. */
  createAccounts: z.boolean().default(true),
  groups: groups.optional(),
  /** Names of profile fields by the name of the claim or attribute with their value. */
  profile: z.record(z.string(), text).default({}),
  pictures,
};

const secret = (read: (name: string) => string | undefined) =>
  z
    .union([text, z.strictObject({ env: text })], 'must be a text or { "env": "NAME" }')
    .transform((given, context) => {
      if (typeof given === 'string') return given;
      const value = read(given.env);
      if (value) return value;
      context.addIssue({ code: 'custom', message: `the variable ${given.env} is not set` });
      return z.NEVER;
    });

const fileText = (folder: string) =>
  text.transform((name, context) => {
    try {
      return readFileSync(resolve(folder, name), 'utf8');
    } catch {
      context.addIssue({ code: 'custom', message: `the file ${name} cannot be read` });
      return z.NEVER;
    }
  });

const attributes = (names: { email: string; name: string; picture: string }) =>
  z
    .strictObject({
      email: text.default(names.email),
      name: text.default(names.name),
      picture: text.default(names.picture),
    })
    .default(names);

/** Default names of claims in tokens. */
const claims = { email: 'email', name: 'name', picture: 'picture' };

type Readers = { env: NodeJS.ProcessEnv; folder: string };

const oidc = ({ env }: Readers) =>
  z.strictObject({
    id,
    name: text,
    issuer: providerUrl,
    clientId: text,
    /** Undefined for a public client, which is protected only by PKCE. */
    clientSecret: secret((name) => env[name]).optional(),
    scopes: z
      .array(text)
      .refine((scopes) => scopes.includes('openid'), 'must contain openid')
      .default(['openid', 'email', 'profile']),
    attributes: attributes(claims),
    /** Whether email addresses count as verified even if the provider does not say that they are. */
    trustEmail: z.boolean().default(false),
    clockSkewSeconds: z.int().min(0).max(300).default(30),
    ...options,
  });

const saml = ({ env, folder }: Readers) =>
  z.strictObject({
    id,
    name: text,
    metadataFile: fileText(folder),
    attributes: attributes({ email: 'email', name: 'name', picture: 'jpegPhoto' }),
    /** Whether email addresses count as verified. The default is true, because a company's own provider manages them. */
    trustEmail: z.boolean().default(true),
    /** Private key in PEM for encrypted assertions. */
    decryptionKey: secret((name) => env[name]).optional(),
    /** Certificate in PEM for `decryptionKey`. It is published in the metadata. */
    decryptionCertificate: text.optional(),
    clockSkewSeconds: z.int().min(0).max(300).default(30),
    ...options,
  });

const jwt = ({ env, folder }: Readers) =>
  z
    .strictObject({
      id,
      name: text,
      /** URL of the page where people sign in. It sends them back with a token. */
      loginUrl: providerUrl,
      issuer: text,
      /** Expected audience of tokens. Default: the public URL of this server. */
      audience: text.optional(),
      /** Secret that the issuer shares with this server (for HS256, HS384, HS512). */
      secret: secret((name) => env[name])
        .pipe(z.string().min(32, 'must have at least 32 characters'))
        .optional(),
      /** File with the issuer's public key in PEM. */
      publicKeyFile: fileText(folder).optional(),
      /** URL of the issuer's public keys (a JWK set). */
      jwksUrl: providerUrl.optional(),
      attributes: attributes(claims),
      /** Whether programs get a person's API key for a token of the issuer (`POST /jwt/fetch_api_key`). */
      apiKeys: z.boolean().default(false),
      /** Whether email addresses count as verified. The default is true, because the company's own portal issues the tokens. */
      trustEmail: z.boolean().default(true),
      clockSkewSeconds: z.int().min(0).max(300).default(30),
      ...options,
    })
    .refine(
      (config) => [config.secret, config.publicKeyFile, config.jwksUrl].filter(Boolean).length === 1,
      'exactly one of secret, publicKeyFile and jwksUrl is required',
    );

const headerName = text.regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header');
/** Returns whether a header has another meaning or contains credentials, so that it cannot identify a person. */
const isReservedHeader = (name: string): boolean =>
  ['authorization', 'cookie', 'host', 'x-forwarded-for', 'x-real-ip'].includes(name.toLowerCase());

const network = text.refine(isNetwork, 'must be an address or a network, such as 10.0.0.5 or 10.0.0.0/24');

const proxy = ({ env }: Readers) =>
  z.strictObject({
    id: id.default('sso'),
    name: text,
    /** Addresses and networks of proxies whose headers are trusted. */
    proxies: z.array(network).min(1, 'must name at least one address').max(100),
    /** Secret that the proxy sends in `secretHeader`. Without it, only the address identifies the proxy. */
    secret: secret((name) => env[name])
      .pipe(z.string().min(16, 'must have at least 16 characters'))
      .optional(),
    secretHeader: headerName.default('X-Proxy-Secret'),
    /** Header with a permanent identifier of the person. */
    userHeader: headerName
      .refine((name) => !isReservedHeader(name), 'is a header of clients')
      .default('X-Remote-User'),
    emailHeader: headerName.optional(),
    nameHeader: headerName.optional(),
    /** Domain of the email address, for headers that contain only the part before `@`. */
    emailDomain: text.optional(),
    /** URL that ends the session at the proxy. */
    logoutUrl: providerUrl.optional(),
    createAccounts: options.createAccounts,
    groups: options.groups,
  });

/** Maximum fraction of people, so that a wrong filter at the provider cannot lock out everybody. */
const maxDeactivatedShare = z.number().min(0).max(1).default(0.1);

const ldap = ({ env, folder }: Readers) =>
  z.strictObject({
    url: text.refine(
      (value) => ['ldap:', 'ldaps:'].includes(URL.parse(value)?.protocol ?? ''),
      'must be a URL (ldap, ldaps)',
    ),
    startTls: z.boolean().default(false),
    /** File with certificate authorities for the directory server, in PEM. Default: those of the system. */
    caFile: fileText(folder).optional(),
    bindDn: text.optional(),
    bindPassword: secret((name) => env[name]).optional(),
    baseDn: text,
    userFilter: text
      .refine((filter) => filter.includes('{login}'), 'must contain {login}')
      .default('(mail={login})'),
    attributes: z
      .strictObject({
        /** Permanent, even after a change of name. When people do not have it, their DN is used. */
        id: text.default('entryUUID'),
        email: text.default('mail'),
        name: text.default('cn'),
        picture: text.default('jpegPhoto'),
      })
      .default({ id: 'entryUUID', email: 'mail', name: 'cn', picture: 'jpegPhoto' }),
    groupBaseDn: text.optional(),
    /** Filter for the groups of a person. `{dn}` is replaced by the person's DN. */
    groupFilter: text
      .refine((filter) => filter.includes('{dn}'), 'must contain {dn}')
      .default('(member={dn})'),
    /** Whether a person also belongs to the groups that contain the person's groups. */
    nestedGroups: z.boolean().default(false),
    timeoutMs: z.int().min(100).max(20_000).default(5_000),
    /** Filter for the people who should have accounts, for `parley sync-directory`. */
    syncFilter: text.default('(mail=*)'),
    maxDeactivatedShare,
    ...options,
  });

const scim = ({ env }: Readers) =>
  z.strictObject({
    token: secret((name) => env[name]).pipe(z.string().min(8, 'must have at least 8 characters')),
    maxDeactivatedShare,
    pictures,
  });

const uniqueIds = (methods: readonly { id: string }[]): boolean =>
  new Set(methods.map((method) => method.id)).size === methods.length;

const shape = (readers: Readers) =>
  z
    .strictObject({
      password: z.boolean().default(true),
      oidc: z.array(oidc(readers)).max(50).refine(uniqueIds, 'two providers have the same id').default([]),
      saml: z.array(saml(readers)).max(50).refine(uniqueIds, 'two providers have the same id').default([]),
      jwt: z.array(jwt(readers)).max(50).refine(uniqueIds, 'two providers have the same id').default([]),
      proxy: proxy(readers).optional(),
      ldap: ldap(readers).optional(),
      scim: scim(readers).optional(),
    })
    .refine(
      ({ password, oidc, saml, jwt, proxy, ldap }) =>
        password || oidc.length + saml.length + jwt.length > 0 || proxy !== undefined || ldap !== undefined,
      'password is false, and there is no other way to sign in',
    );

export type OidcConfig = z.output<ReturnType<typeof oidc>>;
/** The settings of a SAML provider. `metadataFile` contains the content of the file instead of its name. */
export type SamlConfig = z.output<ReturnType<typeof saml>>;
/** The settings of a JWT issuer. `publicKeyFile` contains the content of the file instead of its name. */
export type JwtConfig = z.output<ReturnType<typeof jwt>>;
export type ProxyConfig = z.output<ReturnType<typeof proxy>>;
export type LdapConfig = z.output<ReturnType<typeof ldap>>;
export type ScimConfig = z.output<ReturnType<typeof scim>>;

/**
 * Reads and checks the file of sign-in methods, which is JSON or YAML. Names of other files in it are relative to its folder.
 * @throws ConfigError naming every mistake and its place in the file. It contains no values, which may be secrets
 */
export function readSignInFile(path: string, env: NodeJS.ProcessEnv): SignInConfig {
  const fail = (problems: readonly string[]) =>
    new ConfigError(problems.map((problem) => `PARLEY_SIGN_IN_FILE ${path}: ${problem}`));
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    throw fail([`cannot be read (${errorCode(error)}).`]);
  }
  const document = parseDocument(content, { prettyErrors: false });
  if (document.errors.length > 0) {
    // The parser's messages may quote the file, so only the line numbers are used.
    const places = document.errors.map(({ pos }) => content.slice(0, pos[0]).split('\n').length);
    throw fail(places.map((line) => `line ${line} is not valid JSON or YAML.`));
  }
  const parsed = shape({ env, folder: dirname(path) }).safeParse(document.toJS() ?? {});
  if (parsed.success) return parsed.data;
  throw fail(parsed.error.issues.flatMap(problemsOf));
}

function problemsOf(issue: z.core.$ZodIssue): string[] {
  const place = (path: readonly PropertyKey[]) =>
    path.reduce<string>(
      (before, key) =>
        typeof key === 'number' ? `${before}[${key}]` : `${before}${before && '.'}${String(key)}`,
      '',
    );
  const at = place(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${place([...issue.path, key])}: there is no such setting.`);
  }
  const missing = issue.code === 'invalid_type' && issue.input === undefined;
  return [`${at || 'the file'}: ${missing ? 'is missing or of the wrong type' : issue.message}.`];
}
