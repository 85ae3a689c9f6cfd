import { deleteImage, uploadImage } from '@parley/client';
import { For, Show } from 'solid-js';
import { PictureField } from '../../forms/picture-field.tsx';
import { createSaving, SaveMark } from '../../forms/saving.tsx';
import { SettingGroup } from '../../forms/setting.tsx';
import { attempt } from '../../model/actions.ts';
import { useParley } from '../../model/parley.tsx';
import { ownPicture, readPicture } from '../../model/people/pictures.ts';
import { useField, useIsAdministrator } from '../../model/self.ts';
import { o } from '../texts.ts';

const kinds = [
  { isNight: false, title: 'logo', url: 'realm_logo_url', source: 'realm_logo_source' },
  { isNight: true, title: 'nightLogo', url: 'realm_night_logo_url', source: 'realm_night_logo_source' },
] as const;

/** Renders the logos of the organization, which the navigation shows instead of its name. */
export function Logos() {
  return (
    <SettingGroup title={o('logo')} help={o('logoHelp')}>
      <For each={kinds}>{(kind) => <Logo {...kind} />}</For>
    </SettingGroup>
  );
}

function Logo(props: (typeof kinds)[number]) {
  const isAdministrator = useIsAdministrator();
  const url = useField(props.url);
  const source = useField(props.source);
  const maxMib = useField('max_logo_file_size_mib');
  const target = { kind: 'organization logo', night: props.isNight } as const;
  const shown = () => (source() === 'U' ? ownPicture(url()) : undefined);
  return (
    <div class="logo-setting" classList={{ 'is-night': props.isNight }}>
      <span class="label">{o(props.title)}</span>
      <Show when={shown()} fallback={<span class="muted">{o('noLogo')}</span>}>
        {(path) => <img class="organization-logo" src={path()} alt="" />}
      </Show>
      <Show when={isAdministrator()}>
        <PictureField
          target={target}
          label={o('uploadLogo', { which: o(props.title) })}
          maxMib={Number(maxMib() ?? 5)}
          stored={url}
        />
        <Show when={shown()}>
          {(path) => <RemoveLogo target={target} url={path()} name={o(props.title)} />}
        </Show>
      </Show>
    </div>
  );
}

function RemoveLogo(props: {
  target: { readonly kind: 'organization logo'; readonly night: boolean };
  url: string;
  name: string;
}) {
  const parley = useParley();
  const { client } = parley;
  const saving = createSaving();
  const remove = async () => {
    // Downloads the picture first, so that the undo button can upload it again.
    const picture = await readPicture(props.url);
    await deleteImage(client, props.target);
    const undo = picture && (() => void attempt(parley, uploadImage(client, props.target, picture)));
    parley.toasts.show(o('removed', { name: props.name }), undo ? { undo } : {});
  };
  return (
    <>
      <button
        type="button"
        class="button"
        aria-label={`${o('remove')}: ${props.name}`}
        onClick={() => void saving.run(remove)}
      >
        {o('remove')}
      </button>
      <SaveMark saving={saving} />
    </>
  );
}
