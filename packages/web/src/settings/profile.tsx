import { deleteImage } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { createMemo, For, Show } from 'solid-js';
import { PictureField } from '../forms/picture-field.tsx';
import { createSaving, SaveMark } from '../forms/saving.tsx';
import { ChoiceSetting, SettingGroup, TextSetting } from '../forms/setting.tsx';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { emojiOf } from '../lib/text/emoji-of.ts';
import { useParley } from '../model/parley.tsx';
import { useEntry } from '../model/reactive.ts';
import { useField, useIsAdministrator } from '../model/self.ts';
import { Avatar } from '../ui/avatar.tsx';
import { ProfileFieldInput } from './profile-field.tsx';
import { s } from './texts.ts';

const avatar = { kind: 'own avatar' } as const;
const avatarPx = 500;

/** Renders what other people see of the person: picture, name, status and profile fields. */
export default function ProfileSection() {
  return (
    <>
      <Picture />
      <Identity />
      <MoreAboutYou />
    </>
  );
}

function Picture() {
  const { selfId } = useParley().store.people;
  const isAdministrator = useIsAdministrator();
  const arePicturesFixed = useField('realm_avatar_changes_disabled');
  const source = useField('avatar_source');
  const maxMib = useField('max_avatar_file_size_mib');
  const self = useSelf();
  const mayChangePicture = () => isAdministrator() || !arePicturesFixed();
  return (
    <SettingGroup title={s('picture')} isPage>
      <div class="profile-head">
        <Avatar userId={selfId} size="large" />
        <div class="profile-words">
          <strong dir={directionOf(self()?.full_name)}>{self()?.full_name}</strong>
          <span class="muted">{self()?.delivery_email ?? self()?.email}</span>
          <Show when={mayChangePicture()} fallback={<p class="muted">{s('pictureFixed')}</p>}>
            <div class="setting-actions">
              <PictureField target={avatar} sizePx={avatarPx} maxMib={Number(maxMib() ?? 5)} />
              <Show when={source() === 'U'}>
                <RemovePicture />
              </Show>
            </div>
          </Show>
        </div>
      </div>
    </SettingGroup>
  );
}

const useSelf = () => {
  const { people } = useParley().store;
  return useEntry(people.users, () => people.selfId);
};

/** Renders the name, the status and the time zone. */
function Identity() {
  const { client } = useParley();
  const self = useSelf();
  const isAdministrator = useIsAdministrator();
  const areNamesFixed = useField('realm_name_changes_disabled');
  const mayRename = () => isAdministrator() || !areNamesFixed();
  return (
    <SettingGroup title={s('profileNames')}>
      <TextSetting
        label={s('name')}
        help={mayRename() ? undefined : s('nameFixed')}
        isDisabled={!mayRename()}
        isRequired
        maxLength={limits.personNameLength}
        value={() => self()?.full_name ?? ''}
        save={(name) => client.call('update-settings', { full_name: name })}
      />
      <Status />
      <TimeZone value={() => self()?.timezone ?? ''} />
    </SettingGroup>
  );
}

function Status() {
  const parley = useParley();
  const { people } = parley.store;
  const status = useEntry(people.statuses, () => people.selfId);
  return (
    <div class="setting">
      <div class="setting-words">
        <span>{s('status')}</span>
        <p class="setting-help">{s('statusHelp')}</p>
      </div>
      <div class="setting-control">
        <Show when={status()}>
          {(present) => (
            <p dir={directionOf(present().status_text)}>
              {present().emoji_code ? emojiOf(present().emoji_code!) : ''} {present().status_text}
            </p>
          )}
        </Show>
        <button type="button" class="button" onClick={() => parley.globalDialog.open('status')}>
          {status() ? s('changeStatus') : t('setStatus')}
        </button>
      </div>
    </div>
  );
}

/** Renders the fields that the organization has added. */
function MoreAboutYou() {
  const { client } = useParley();
  const self = useSelf();
  const isAdministrator = useIsAdministrator();
  const fields = useField('custom_profile_fields');
  return (
    <Show when={(fields() ?? []).length > 0}>
      <SettingGroup title={s('moreAboutYou')}>
        <For each={fields()?.toSorted((one, other) => one.order - other.order)}>
          {(field) => (
            <ProfileFieldInput
              field={field}
              isDisabled={!field.editable_by_user && !isAdministrator()}
              value={() => self()?.profile_data?.[String(field.id)]?.value ?? ''}
              save={(value) => {
                if (value === null) return client.call('clear-own-profile', { data: [field.id] });
                return client.call('update-own-profile', { data: [{ id: field.id, value }] });
              }}
            />
          )}
        </For>
      </SettingGroup>
    </Show>
  );
}

function RemovePicture() {
  const { client } = useParley();
  const saving = createSaving();
  return (
    <>
      <button type="button" class="button" onClick={() => void saving.run(() => deleteImage(client, avatar))}>
        {s('removePicture')}
      </button>
      <SaveMark saving={saving} />
    </>
  );
}

function TimeZone(props: { value: () => string }) {
  const { client } = useParley();
  const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = createMemo(() => {
    const all = new Set([...Intl.supportedValuesOf('timeZone'), browserZone, props.value()]);
    return [...all].filter(Boolean).sort();
  });
  const save = (timezone: string) => client.call('update-settings', { timezone });
  return (
    <>
      <ChoiceSetting
        label={s('timezone')}
        help={s('timezoneHelp')}
        value={props.value}
        save={save}
        options={[
          ...(props.value() === ''
            ? [{ value: '', label: s('noTimezone', { zone: browserZone.replaceAll('_', ' ') }) }]
            : []),
          ...zones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
        ]}
      />
      <Show when={browserZone && browserZone !== props.value()}>
        <p>
          <button type="button" class="link-button" onClick={() => void save(browserZone)}>
            {s('useBrowserZone', { zone: browserZone.replaceAll('_', ' ') })}
          </button>
        </p>
      </Show>
    </>
  );
}
