/**
 * What Zulip's importer (`zerver/lib/import_realm.py`, version 12) demands of an archive: what it reads without asking whether it is there,
 * what its models refuse, and what it would bring in wrongly. Written from a reading of that program, with none of its text.
 */
type Row = Record<string, unknown>;
type Files = ReadonlyMap<string, string>;

/** Columns that a table's rows may have, each with what its value must be. `?` at the end: the column may be absent. */
type Columns = Readonly<Record<string, (value: unknown) => boolean>>;

const isId = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) > 0;
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
const isText = (value: unknown): boolean => typeof value === 'string' && !value.includes('\0');
const upTo =
  (length: number, least = 0) =>
  (value: unknown): boolean =>
    isText(value) && [...(value as string)].length <= length && (value as string).length >= least;
const oneOf =
  (...values: unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);
const orNull =
  (check: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === null || check(value);
/** The part of an address before `@` and domains as Django's validator has them. */
const isAddress = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.length <= 254 &&
  /^[-!#$%&'*+/=?^_`{}|~0-9a-z]+(?:\.[-!#$%&'*+/=?^_`{}|~0-9a-z]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i.test(
    value,
  );

const tables: Readonly<Record<string, Columns>> = {
  zerver_realm: {
    id: isId,
    // Both get what the importer's caller says.
    name: isText,
    string_id: isText,
    description: upTo(1_000),
    date_created: isNumber,
    deactivated: isFlag,
    icon_source: oneOf('G', 'U'),
    logo_source: oneOf('D', 'U'),
    night_logo_source: oneOf('D', 'U'),
    moderation_request_channel: orNull(isId),
    new_stream_announcements_stream: orNull(isId),
    signup_announcements_stream: orNull(isId),
    zulip_update_announcements_stream: orNull(isId),
  },
  zerver_userprofile: {
    id: isId,
    realm: isId,
    email: isAddress,
    delivery_email: isAddress,
    full_name: upTo(100, 1),
    'short_name?': isText,
    role: oneOf(100, 200, 300, 400, 600),
    is_active: isFlag,
    is_mirror_dummy: isFlag,
    is_bot: isFlag,
    bot_type: orNull(oneOf(1, 2, 3, 4)),
    bot_owner: orNull(isId),
    date_joined: isNumber,
    last_login: orNull(isNumber),
    last_reminder: orNull(isNumber),
    timezone: upTo(40),
    avatar_source: oneOf('G', 'J', 'U'),
    default_sending_stream: orNull(isId),
    default_events_register_stream: orNull(isId),
    last_active_message_id: orNull(isId),
    // Read for each message that is rendered.
    translate_emoticons: isFlag,
    user_permissions: isList,
    groups: isList,
  },
  zerver_stream: {
    id: isId,
    realm: isId,
    name: upTo(60, 1),
    description: (value) => upTo(1_024)(value) && !(value as string).includes('\n'),
    date_created: isNumber,
    deactivated: isFlag,
    invite_only: isFlag,
    is_web_public: isFlag,
    history_public_to_subscribers: isFlag,
    'stream_post_policy?': oneOf(1, 2, 3, 4),
    message_retention_days: orNull(Number.isInteger),
    creator: orNull(isId),
    folder: orNull(isId),
  },
  zerver_recipient: { id: isId, type: oneOf(1, 2, 3), type_id: isId },
  zerver_subscription: {
    id: isId,
    user_profile: isId,
    recipient: isId,
    active: isFlag,
    'is_muted?': isFlag,
    'pin_to_top?': isFlag,
    'color?': (value) => /^#[0-9a-f]{6}$/i.test(String(value)),
    'desktop_notifications?': orNull(isFlag),
    'audible_notifications?': orNull(isFlag),
    'push_notifications?': orNull(isFlag),
    'email_notifications?': orNull(isFlag),
    'wildcard_mentions_notify?': orNull(isFlag),
  },
  zerver_huddle: { id: isId, group_size: isId },
  zerver_client: { id: isId, name: upTo(30, 1) },
  zerver_defaultstream: { id: isId, realm: isId, stream: isId },
  zerver_alertword: { id: isId, realm: isId, user_profile: isId, word: upTo(100, 1) },
  zerver_realmfilter: { id: isId, realm: isId, pattern: isText, url_template: isText },
  zerver_realmauthenticationmethod: { id: isId, realm: isId, name: isText },
  zerver_realmemoji: {
    id: isId,
    realm: isId,
    name: (value) => /^[0-9a-z.\-_]+(?<![.\-_])$/.test(String(value)),
    file_name: upTo(1_024, 1),
    deactivated: isFlag,
    // Nobody needs an owner who is active, who would stand for it otherwise.
    author: isId,
  },
  zerver_usertopic: {
    id: isId,
    user_profile: isId,
    stream: isId,
    recipient: isId,
    topic_name: upTo(60),
    last_updated: isNumber,
    visibility_policy: oneOf(1, 2, 3),
  },
  zerver_reaction: {
    id: isId,
    message: isId,
    user_profile: isId,
    emoji_name: isText,
    emoji_code: isText,
    reaction_type: oneOf('unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'),
  },
};
/** Tables that are read also where they have no rows, which here they never have. */
const emptyTables = [
  'userprofile_mirrordummy',
  'userprofile_crossrealm',
  'realmdomain',
  'realmplayground',
  'userpresence',
  'useractivity',
  'useractivityinterval',
  'customprofilefield',
  'customprofilefieldvalue',
].map((name) => `zerver_${name}`);

const messageColumns: Columns = {
  id: isId,
  realm: isId,
  sender: isId,
  recipient: isId,
  sending_client: isId,
  subject: upTo(60),
  is_channel_message: isFlag,
  content: isText,
  rendered_content: orNull(isText),
  rendered_content_version: orNull(isNumber),
  date_sent: isNumber,
  last_edit_time: orNull(isNumber),
  edit_history: orNull(isText),
  has_attachment: isFlag,
  has_image: isFlag,
  has_link: isFlag,
};
const usermessageColumns: Columns = { id: isId, user_profile: isId, message: isId, flags_mask: isId };
const attachmentColumns: Columns = {
  id: isId,
  realm: isId,
  owner: isId,
  path_id: isText,
  file_name: isText,
  size: isNumber,
  create_time: isNumber,
  content_type: orNull(isText),
  is_realm_public: isFlag,
  messages: Array.isArray,
  scheduled_messages: isList,
};

/** Returns what Zulip's importer would stop at or bring in wrongly. */
export function faultsForZulip(files: Files): string[] {
  const check = new Check(files);
  check.run();
  return check.faults;
}

class Check {
  readonly faults: string[] = [];
  readonly #files: Files;

  constructor(files: Files) {
    this.#files = files;
  }

  #json(path: string): unknown {
    const text = this.#files.get(path);
    if (text === undefined) {
      this.faults.push(`${path} is missing`);
      return {};
    }
    return JSON.parse(text);
  }

  #rows(where: string, rows: unknown, columns: Columns): Row[] {
    if (!Array.isArray(rows)) {
      this.faults.push(`${where} is no list`);
      return [];
    }
    const known = new Map(Object.entries(columns).map(([name, each]) => [name.replace('?', ''), each]));
    const required = Object.keys(columns).filter((name) => !name.endsWith('?'));
    for (const row of rows as Row[]) {
      for (const name of required) if (!(name in row)) this.faults.push(`${where}: no ${name}`);
      for (const [name, value] of Object.entries(row)) {
        const isRight = known.get(name);
        // The model's constructor takes no other column.
        if (!isRight) this.faults.push(`${where}: unknown ${name}`);
        else if (!isRight(value)) this.faults.push(`${where}: ${name} is ${JSON.stringify(value)}`);
      }
    }
    this.#unique(where, rows as Row[], ['id']);
    return rows as Row[];
  }

  #unique(where: string, rows: readonly Row[], columns: readonly string[]): void {
    const seen = new Set<string>();
    for (const row of rows) {
      const key = JSON.stringify(columns.map((name) => String(row[name]).toLowerCase()));
      if (seen.has(key)) this.faults.push(`${where}: ${columns.join(', ')} twice: ${key}`);
      seen.add(key);
    }
  }

  #refers(where: string, rows: readonly Row[], column: string, to: ReadonlySet<unknown>): void {
    for (const row of rows) {
      const value = row[column];
      if (value !== null && !to.has(value)) this.faults.push(`${where}: ${column} ${value} leads nowhere`);
    }
  }

  run(): void {
    const status = this.#json('migration_status.json') as Row;
    if (status.zulip_version !== '12.0') this.faults.push('migration_status.json: another version');
    for (const names of Object.values((status.migrations_by_app ?? {}) as Row))
      if (!isList(names))
        this.faults.push('migration_status.json: migrations that the server must have, too');
    const realm = this.#json('realm.json') as Record<string, unknown>;
    if (!isText(realm.import_source)) this.faults.push('realm.json: no import_source');
    const of: Record<string, Row[]> = {};
    for (const [table, columns] of Object.entries(tables))
      of[table] = this.#rows(table, realm[table], columns);
    for (const table of emptyTables) if (!isList(realm[table])) this.faults.push(`${table} is not empty`);
    for (const name of Object.keys(realm)) {
      const isKnown =
        name in tables || emptyTables.includes(name) || /^(?:import_source|sort_by_date)$/.test(name);
      if (!isKnown) this.faults.push(`realm.json: unknown ${name}`);
    }
    const messages = this.#messages(of);
    this.#references(of, messages);
    this.#recipients(of, messages);
    this.#pictures(of);
    this.#uploads(of, messages);
  }

  /** Returns the messages of all files, which are read from number 1 on until one is missing. */
  #messages(of: Record<string, Row[]>): Row[] {
    const messages: Row[] = [];
    const read: Row[] = [];
    const paths = [...this.#files.keys()].filter((path) => /^messages-/.test(path)).sort();
    for (const [at, path] of paths.entries()) {
      if (path !== `messages-${String(at + 1).padStart(6, '0')}.json`)
        this.faults.push(`${path} is not read`);
      const { zerver_message, zerver_usermessage } = this.#json(path) as Row;
      const own = this.#rows(path, zerver_message, messageColumns);
      messages.push(...own);
      const ids = new Set(own.map(({ id }) => id));
      const flags = this.#rows(path, zerver_usermessage, usermessageColumns);
      this.#refers(`usermessage of ${path}`, flags, 'message', ids);
      this.#unique(`usermessage of ${path}`, flags, ['user_profile', 'message']);
      read.push(...flags);
    }
    this.#unique('messages', messages, ['id']);
    const people = new Set(required(of, 'zerver_userprofile').map(({ id }) => id));
    this.#refers('usermessage', read, 'user_profile', people);
    for (const { id, edit_history: history } of messages) {
      for (const entry of JSON.parse((history as string | null) ?? '[]') as Row[]) {
        if (!people.has(entry.user_id)) this.faults.push(`message ${id}: an edit of nobody`);
        // Without it, the importer fails; where it is null, the entry is rendered by a sender whom entries do not name.
        if ('prev_content' in entry && !isText(entry.prev_rendered_content))
          this.faults.push(`message ${id}: an edit without its former HTML`);
      }
    }
    return messages;
  }

  #references(of: Record<string, Row[]>, messages: readonly Row[]): void {
    const ids = (table: string) => new Set<unknown>(required(of, table).map(({ id }) => id));
    const people = ids('zerver_userprofile');
    const streams = ids('zerver_stream');
    const recipients = ids('zerver_recipient');
    const columns: Readonly<Record<string, ReadonlySet<unknown>>> = {
      realm: ids('zerver_realm'),
      user_profile: people,
      sender: people,
      owner: people,
      author: people,
      creator: people,
      bot_owner: people,
      stream: streams,
      recipient: recipients,
      sending_client: ids('zerver_client'),
      message: new Set(messages.map(({ id }) => id)),
    };
    for (const [table, rows] of [...Object.entries(of), ['messages', messages] as const])
      for (const [column, to] of Object.entries(columns))
        this.#refers(
          table,
          rows.filter((row) => column in row),
          column,
          to,
        );
    const uniques: Readonly<Record<string, string[]>> = {
      zerver_userprofile: ['delivery_email'],
      zerver_stream: ['name'],
      zerver_recipient: ['type', 'type_id'],
      zerver_subscription: ['user_profile', 'recipient'],
      zerver_realmemoji: ['name'],
      zerver_alertword: ['user_profile', 'word'],
      zerver_defaultstream: ['stream'],
      zerver_usertopic: ['user_profile', 'stream', 'topic_name'],
      zerver_reaction: ['user_profile', 'message', 'reaction_type', 'emoji_code'],
    };
    for (const [table, names] of Object.entries(uniques)) this.#unique(table, required(of, table), names);
  }

  /** Each person, channel and group of people has a recipient, and a person or a member of a group a subscription to it. */
  #recipients(of: Record<string, Row[]>, messages: readonly Row[]): void {
    const recipients = required(of, 'zerver_recipient');
    const kinds = ['zerver_userprofile', 'zerver_stream', 'zerver_huddle'];
    for (const [at, table] of kinds.entries()) {
      const rows = required(of, table);
      const own = recipients.filter(({ type }) => type === at + 1);
      const found = new Set(own.map(({ type_id }) => type_id));
      for (const { id } of rows) if (!found.has(id)) this.faults.push(`${table} ${id} has no recipient`);
      this.#refers(table, own, 'type_id', new Set(rows.map(({ id }) => id)));
    }
    const members = new Map<unknown, number>();
    for (const { recipient } of required(of, 'zerver_subscription'))
      members.set(recipient, (members.get(recipient) ?? 0) + 1);
    const sizes = new Map(required(of, 'zerver_huddle').map(({ id, group_size }) => [id, group_size]));
    for (const { id, type, type_id } of recipients) {
      const expected = type === 1 ? 1 : type === 3 ? sizes.get(type_id) : undefined;
      if (expected !== undefined && members.get(id) !== expected)
        this.faults.push(`recipient ${id}: ${members.get(id)} subscriptions in place of ${expected}`);
    }
    const channels = new Set(recipients.filter(({ type }) => type === 2).map(({ id }) => id));
    for (const { id, recipient, subject, is_channel_message: isInChannel } of messages) {
      if (channels.has(recipient) !== isInChannel)
        this.faults.push(`message ${id}: is_channel_message is wrong`);
      if (!isInChannel && subject !== '\x07')
        this.faults.push(`message ${id}: a direct message with a topic`);
      if (isInChannel && (subject as string).includes('\x07'))
        this.faults.push(`message ${id}: a wrong topic`);
    }
  }

  #records(folder: string): Row[] {
    const records = this.#json(`${folder}/records.json`);
    if (!Array.isArray(records)) return [];
    for (const { path, s3_path, realm_id } of records as Row[]) {
      if (!isText(s3_path)) this.faults.push(`${folder}: no s3_path`);
      if (realm_id !== 1) this.faults.push(`${folder}: no realm_id`);
      // It is copied without asking whether it is there.
      if (!this.#files.has(`${folder}/${path}`)) this.faults.push(`${folder}/${path} is missing`);
    }
    return records as Row[];
  }

  #pictures(of: Record<string, Row[]>): void {
    const people = new Set(required(of, 'zerver_userprofile').map(({ id }) => id));
    const avatars = this.#records('avatars');
    this.#refers('avatars', avatars, 'user_profile_id', people);
    for (const { avatar_version: version } of avatars)
      if (!isId(version)) this.faults.push('avatars: no version');
    const withAvatar = new Set(avatars.map(({ user_profile_id }) => user_profile_id));
    for (const { id, avatar_source: source } of required(of, 'zerver_userprofile'))
      if ((source === 'U') !== withAvatar.has(id))
        this.faults.push(`person ${id}: the picture and its source differ`);
    const emoji = this.#records('emoji');
    const names = new Set(emoji.map(({ file_name }) => file_name));
    this.#refers('zerver_realmemoji', required(of, 'zerver_realmemoji'), 'file_name', names);
    const byId = new Map(required(of, 'zerver_realmemoji').map(({ id, name }) => [String(id), name]));
    for (const { reaction_type: type, emoji_code: code, emoji_name: name } of required(of, 'zerver_reaction'))
      if (type === 'realm_emoji' && byId.get(code as string) !== name)
        this.faults.push(`reaction ${name}: wrong emoji`);
    const icons = new Set(this.#records('realm_icons').map(({ path }) => String(path).split('/').at(-1)));
    const [realm = {}] = required(of, 'zerver_realm');
    // The pictures that are shown are not made of the originals.
    for (const image of ['icon', 'logo', 'night_logo'])
      for (const name of [`${image}.original`, `${image}.png`])
        if ((realm[`${image}_source`] === 'U') !== icons.has(name))
          this.faults.push(`${name} and its source differ`);
  }

  #uploads(of: Record<string, Row[]>, messages: readonly Row[]): void {
    const uploads = this.#records('uploads');
    const people = new Set(required(of, 'zerver_userprofile').map(({ id }) => id));
    this.#refers('uploads', uploads, 'user_profile_id', people);
    const { zerver_attachment } = this.#json('attachment.json') as Row;
    const attachments = this.#rows('attachment.json', zerver_attachment, attachmentColumns);
    this.#refers('attachments', attachments, 'path_id', new Set(uploads.map(({ s3_path }) => s3_path)));
    this.#refers('attachments', attachments, 'owner', people);
    const paths = new Map<unknown, string[]>();
    for (const { path_id: path, messages: ids } of attachments)
      for (const id of ids as number[]) paths.set(id, [...(paths.get(id) ?? []), path as string]);
    for (const { id, content, has_attachment: has } of messages) {
      const own = paths.get(id) ?? [];
      if (has !== own.length > 0) this.faults.push(`message ${id}: has_attachment is wrong`);
      for (const path of own)
        if (!(content as string).includes(`/user_uploads/${path}`))
          this.faults.push(`message ${id}: no link to its file`);
      paths.delete(id);
    }
    for (const id of paths.keys()) this.faults.push(`a file of message ${id}, which is not there`);
  }
}

function required(of: Record<string, Row[]>, table: string): Row[] {
  return of[table] ?? [];
}
