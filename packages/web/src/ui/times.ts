/** Suggests times such as later today, tomorrow, and next week. */
import { shortDateTimeOf } from '../i18n/format.ts';
import { ui } from './texts.ts';

export type SuggestedTime = { readonly label: string; readonly hint: string; readonly timestamp: number };

/** Returns suggested times that are more than ten minutes after `now` (Unix milliseconds), with their names. */
export function suggestedTimes(now = Date.now()): SuggestedTime[] {
  const at = (days: number, hour: number) => {
    const date = new Date(now);
    date.setDate(date.getDate() + days);
    date.setHours(hour, 0, 0, 0);
    return Math.floor(date.getTime() / 1000);
  };
  const toMonday = (8 - new Date(now).getDay()) % 7 || 7;
  const times = [
    { label: ui('inOneHour'), timestamp: Math.floor(now / 1000) + 3_600 },
    { label: ui('thisEvening'), timestamp: at(0, 18) },
    { label: ui('tomorrowMorning'), timestamp: at(1, 9) },
    { label: ui('nextMonday'), timestamp: at(toMonday, 9) },
  ];
  return (
    times
      .filter(({ timestamp }) => timestamp * 1000 > now + 600_000)
      // Removes duplicates: on Sundays, the suggestions for tomorrow and for Monday are equal.
      .filter(({ timestamp }, index, all) => all.findIndex((each) => each.timestamp === timestamp) === index)
      .map((time) => ({ ...time, hint: shortDateTimeOf(time.timestamp) }))
  );
}

/** Converts Unix milliseconds into the value of a `datetime-local` field, in local time. */
export function localInputValue(milliseconds: number): string {
  const date = new Date(milliseconds - new Date(milliseconds).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 16);
}
