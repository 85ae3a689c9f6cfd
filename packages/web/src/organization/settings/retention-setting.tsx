import { organizationSettings } from '@parley/client/settings';
import { createAsking } from '../../forms/asking.tsx';
import { DaysChoice } from '../../forms/days-choice.tsx';
import { RetentionEffect } from '../../forms/retention-effect.tsx';
import { o } from '../texts.ts';
import { useSetting } from './use-setting.ts';

const { offered, none, most } = organizationSettings.message_retention_days;

/** Renders how long messages are kept. Before a shorter time is saved, it says how many messages that deletes. */
export function RetentionSetting() {
  const retention = useSetting('message_retention_days');
  const asking = createAsking();
  const present = () => Number(retention.value() ?? -1);
  const change = (wanted: number | null) => {
    const days = wanted ?? -1;
    const save = () => retention.save(days < 0 ? none : days);
    if (days < 0) return save();
    return asking.ask(
      {
        title: o('retentionAsk'),
        body: o('retentionMore', { count: days }),
        more: () => <RetentionEffect days={days} />,
        button: o('retentionButton'),
        stored: present,
      },
      save,
    );
  };
  return (
    <>
      <DaysChoice
        label={o('message_retention_days')}
        help={o('message_retention_days_help')}
        isDisabled={retention.isDisabled()}
        value={present}
        save={change}
        first={[{ value: -1, label: o('retentionForever') }]}
        offered={offered}
        most={most}
        inWords={(count) => o('limitDays', { count })}
      />
      <asking.Question />
    </>
  );
}
