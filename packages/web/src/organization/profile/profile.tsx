import { deleteImage, uploadImage } from '@parley/client';
import { Show } from 'solid-js';
import { PictureField } from '../../forms/picture-field.tsx';
import { createSaving, SaveMark } from '../../forms/saving.tsx';
import { SettingGroup } from '../../forms/setting.tsx';
import logo from '../../icon.svg';
import { attempt } from '../../model/actions.ts';
import { useParley } from '../../model/parley.tsx';
import { ownPicture, readPicture } from '../../model/people/pictures.ts';
import { useField, useIsAdministrator } from '../../model/self.ts';
import { Setting, SubjectSettings } from '../settings/setting.tsx';
import { o } from '../texts.ts';
import { Logos } from './logo.tsx';

const iconPx = 512;
const icon = { kind: 'organization icon' } as const;

/** Renders the name, description and icon of the organization. */
export default function ProfileSection() {
  const isAdministrator = useIsAdministrator();
  const iconUrl = useField('realm_icon_url');
  const iconSource = useField('realm_icon_source');
  const maxMib = useField('max_icon_file_size_mib');
  return (
    <>
      <Show when={!isAdministrator()}>
        <p class="muted">{o('onlyAdministrators')}</p>
      </Show>
      <SettingGroup title={o('icon')}>
        <div class="profile-head">
          <img class="avatar is-large" src={ownPicture(iconUrl()) ?? logo} alt="" />
          <Show when={isAdministrator()}>
            <PictureField target={icon} sizePx={iconPx} maxMib={Number(maxMib() ?? 5)} stored={iconUrl} />
            <Show when={iconSource() === 'U'}>
              <RemoveIcon url={ownPicture(iconUrl())} />
            </Show>
          </Show>
        </div>
      </SettingGroup>
      <SettingGroup title={o('profile')}>
        <Setting name="name" label={o('organizationName')} />
        <Setting
          name="description"
          label={o('organizationDescription')}
          help={o('organizationDescriptionHelp')}
        />
      </SettingGroup>
      <SubjectSettings subject="look" />
      <Logos />
    </>
  );
}

function RemoveIcon(props: { url: string | undefined }) {
  const parley = useParley();
  const { client } = parley;
  const saving = createSaving();
  const remove = async () => {
    // Downloads the picture first, so that the undo button can upload it again.
    const picture = await readPicture(props.url);
    await deleteImage(client, icon);
    const undo = picture && (() => void attempt(parley, uploadImage(client, icon, picture)));
    parley.toasts.show(o('removed', { name: o('icon') }), undo ? { undo } : {});
  };
  return (
    <>
      <button type="button" class="button" onClick={() => void saving.run(remove)}>
        {o('remove')}
      </button>
      <SaveMark saving={saving} />
    </>
  );
}
