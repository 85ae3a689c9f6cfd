import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/channels.json' with { type: 'json' };

export type ChannelsText = keyof typeof english;

export const channelsTexts = areaTexts('channels', english);

export const c = channelsTexts.text;
