import { analysisVersion } from '@parley/search-text';
import { describe, expect, it } from 'vitest';
import { documentVersion, documentWords } from './search-document.ts';

const message = { id: 20_000, channelId: 7, topic: '', content: '' };

describe('documents', () => {
  it('have a version that rises with the analysis', () => {
    // When this fails, raise `documentVersion` and write the new pair here: otherwise stored documents stay as they are.
    expect([documentVersion, analysisVersion]).toEqual([2, '1 (Unicode 17.0)']);
  });

  it('have the terms of the content, those of the topic with the weight A, the channel and the block', () => {
    const words = documentWords({ ...message, topic: 'Tea', content: "it's 12" });
    expect(words.split(' ').sort()).toEqual(["'#b2'", "'#c7'", "'12':2", "'it':1", "'its':1", "'tea':103A"]);
  });

  it('have the highest position for what comes late, and no more positions than PostgreSQL stores', () => {
    const content = Array.from({ length: 20_000 }, (_, n) => `tea w${n}`).join(' ');
    const words = documentWords({ ...message, topic: 'late', content });
    expect(words).toContain("'late':16383A");
    expect(/'tea':([\d,A]+)/.exec(words)![1]!.split(',')).toHaveLength(255);
  });

  it('have no channel for a direct message', () => {
    expect(documentWords({ ...message, channelId: null })).toBe("'#b2'");
  });
});
