import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/channels.json' with { type: 'json' };

export type ChannelsText = keyof typeof english;

/** Texts of the list of channels and of the channel settings. */
export const channelsTexts = areaTexts('channels', english);

export const c = channelsTexts.text;
