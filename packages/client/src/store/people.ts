import type { UserId } from '../ids.ts';
import type { Presence, Registration, User, UserStatus } from '../objects.ts';
import type { Batch } from '../observable/batch.ts';
import { ObservableMap } from '../observable/observable-map.ts';
import type { AnswerOf, Envelope } from '../operations.ts';
import type { Fields } from './fields.ts';
import type { Handlers } from './handlers.ts';
import { type PersonChange, userAfter } from './person-change.ts';

export type PresenceStatus = 'active' | 'idle' | 'offline';

/** A change of the difference of the two clocks that slow answers do not explain, in seconds. */
const clockJumpSeconds = 30;

type PresenceAnswer = Omit<AnswerOf<'update-presence'>, keyof Envelope>;

export class People {
  /** Users by ID. Includes deactivated people and the server's own bots. */
  readonly users: ObservableMap<UserId, User>;
  readonly statuses: ObservableMap<UserId, UserStatus>;
  /** Presences by user ID. */
  readonly presences: ObservableMap<UserId, Presence>;
  /** Muted users: Unix time in seconds at which the user was muted, by user ID. */
  readonly muted: ObservableMap<UserId, number>;
  readonly #batch: Batch;
  readonly #fields: Fields;
  #selfId = 0;
  #presenceUpdateId = -1;
  /** By how many seconds the server's clock is ahead of the device's. */
  #serverAhead = 0;

  constructor(batch: Batch, fields: Fields) {
    this.#batch = batch;
    this.users = new ObservableMap(batch);
    this.statuses = new ObservableMap(batch);
    this.presences = new ObservableMap(batch);
    this.muted = new ObservableMap(batch);
    this.#fields = fields;
  }

  /** ID of the user whose data the store contains; 0 before the first registration or preview. */
  get selfId(): number {
    return this.#selfId;
  }

  get self(): User | undefined {
    return this.users.get(this.#selfId);
  }

  /** Stores the user's own account, which is needed before the registration is loaded. */
  preview(self: User): void {
    this.#selfId = self.user_id;
    this.users.set(self.user_id, self);
  }

  load(initial: Registration): void {
    this.#selfId = initial.user_id ?? 0;
    const systemBots = (initial.cross_realm_bots ?? []) as unknown as User[];
    const known = [...systemBots, ...(initial.realm_non_active_users ?? []), ...(initial.realm_users ?? [])];
    this.users.replaceAll(known.map((user) => [user.user_id, user]));
    const statuses = Object.entries(initial.user_status ?? {});
    this.statuses.replaceAll(statuses.map(([id, status]) => [Number(id), status]));
    const presences = Object.entries((initial.presences ?? {}) as Record<string, Presence>);
    this.presences.replaceAll(presences.map(([id, presence]) => [Number(id), presence]));
    this.#presenceUpdateId = initial.presence_last_update_id ?? -1;
    this.#readClock(initial.server_timestamp);
    this.muted.replaceAll((initial.muted_users ?? []).map(({ id, timestamp }) => [id, timestamp]));
  }

  /** `last_update_id` for the next report of the own presence, whose answer has the presences that changed since. */
  get presenceUpdateId(): number {
    return this.#presenceUpdateId;
  }

  /**
   * Stores the presences in the answer to a report of the own presence. Events tell only who comes and goes; that people are still
   * there is only in these answers.
   */
  updatePresences(answer: PresenceAnswer): void {
    this.#presenceUpdateId = answer.presence_last_update_id ?? this.#presenceUpdateId;
    const aheadBefore = this.#serverAhead;
    this.#readClock(answer.server_timestamp);
    this.#batch.run(() => {
      // Since the device's clock jumped, presences may have been judged by a wrong time. The answer leaves out those that did not change.
      if (Math.abs(this.#serverAhead - aheadBefore) > clockJumpSeconds)
        for (const id of this.presences.keys()) this.presences.touch(id);
      for (const [id, presence] of Object.entries(answer.presences ?? {})) {
        this.presences.set(Number(id), presence as Presence);
      }
    });
  }

  #readClock(serverTimestamp: number | undefined): void {
    if (serverTimestamp !== undefined) this.#serverAhead = serverTimestamp - Date.now() / 1000;
  }

  /**
   * Returns the presence of a user at `now` (Unix seconds by the server's clock). The server defines after how long a user counts as
   * inactive.
   */
  presenceOf(userId: UserId, now = Date.now() / 1000 + this.#serverAhead): PresenceStatus {
    const presence = this.presences.get(userId);
    if (!presence) return 'offline';
    const threshold = this.#fields.get('server_presence_offline_threshold_seconds') ?? 200;
    if (now - presence.active_timestamp <= threshold) return 'active';
    return now - presence.idle_timestamp <= threshold ? 'idle' : 'offline';
  }

  readonly handlers = {
    realm_user: (event) => {
      const { user_id: id } = event.person;
      if (event.op === 'remove') this.users.delete(id);
      else if (event.op === 'add') this.users.set(id, event.person);
      else this.#changeUser(event.person);
    },
    user_status: ({ user_id: id, type: _type, id: _eventId, ...fields }) => {
      const status = { ...this.statuses.get(id), ...fields };
      const kept = Object.entries(status).filter(([, value]) => value !== '' && value !== false);
      // The code and the type of an emoji mean nothing without its name.
      const says = kept.some(([name]) => name === 'status_text' || name === 'emoji_name' || name === 'away');
      if (says) this.statuses.set(id, Object.fromEntries(kept));
      else this.statuses.delete(id);
    },
    presence: (event) => {
      // Clients without the capability `simplified_presence_events` get a different format, which this store ignores.
      if (!('presences' in event)) return;
      for (const [id, presence] of Object.entries(event.presences)) {
        this.presences.set(Number(id), presence as Presence);
      }
    },
    muted_users: (event) =>
      this.muted.replaceAll(event.muted_users.map(({ id, timestamp }) => [id, timestamp])),
  } satisfies Handlers;

  #changeUser(change: PersonChange): void {
    const known = this.users.get(change.user_id);
    if (!known) return;
    const user = userAfter(known, change);
    this.users.set(user.user_id, user);
    if (user.user_id === this.#selfId) this.#changeSelf(user, change);
  }

  /** Updates fields of the registration that repeat properties of the user's own account. */
  #changeSelf(user: User, change: PersonChange): void {
    this.#fields.set('full_name', user.full_name);
    this.#fields.set('email', user.email);
    if (typeof change.delivery_email === 'string') this.#fields.set('delivery_email', change.delivery_email);
    if (change.avatar_url !== undefined) {
      this.#fields.set('avatar_url', change.avatar_url);
      this.#fields.set('avatar_url_medium', change.avatar_url_medium);
      this.#fields.set('avatar_source', change.avatar_source);
    }
    this.#fields.set('is_owner', user.role === 100);
    this.#fields.set('is_admin', user.role <= 200);
    this.#fields.set('is_moderator', user.role <= 300);
    this.#fields.set('is_guest', user.role === 600);
  }
}
