import { describe, expect, it } from 'vitest';
import { createAlertWordMatcher } from './index.ts';

const find = (content: string, words: string[]) => createAlertWordMatcher(words).find(content);

describe('alert words', () => {
  it('are found regardless of case, and returned as their owner typed them', () => {
    expect(find('The DEPLOY is done', ['Deploy', 'lunch'])).toEqual(['Deploy']);
  });

  it('are not found inside longer words', () => {
    expect(find('redeploy deployed deploy_x', ['deploy'])).toEqual([]);
    expect(find('(deploy) "deploy" deploy, deploy.', ['deploy'])).toEqual(['deploy']);
  });

  it('may be phrases', () => {
    expect(find('we go to the office party', ['office party', 'the party'])).toEqual(['office party']);
  });

  it('may begin or end with punctuation', () => {
    expect(find('C++ and .NET, 🎉', ['c++', '.net', '🎉', 'c']).sort()).toEqual(['.net', 'c', 'c++', '🎉']);
    expect(find('asp.net', ['.net'])).toEqual(['.net']);
  });

  it('may be in any script', () => {
    expect(find('Größe straße', ['größe', 'straß'])).toEqual(['größe']);
  });

  it('are found within a text without blanks between words', () => {
    const words = ['会議', 'パーティー', 'Parley', 'ประชุม', '회의', '議室'];
    expect(find('明日の会議です', words)).toEqual(['会議']);
    expect(find('新しいParleyのパーティーへ', words).sort()).toEqual(['Parley', 'パーティー']);
    expect(find('วันนี้ประชุมใหญ่', words)).toEqual(['ประชุม']);
    expect(find('내일회의가 있다', words)).toEqual(['회의']);
    expect(find('parleys 会 議', words)).toEqual([]);
    // A mark belongs to the letter before it.
    expect(find('กี่', ['ก'])).toEqual([]);
  });

  it('of many people cost as much as those of one person', () => {
    const words = Array.from({ length: 50_000 }, (_, index) => `word${index}`);
    const matcher = createAlertWordMatcher(words);
    expect(matcher.find('a word17 b word49999 c word50000')).toEqual(['word17', 'word49999']);
    const text = 'lorem ipsum '.repeat(800);
    const tookMs = Array.from({ length: 10 }, () => {
      const begun = performance.now();
      matcher.find(text);
      return performance.now() - begun;
    });
    // Other processes slow down some rounds, so the fastest one counts.
    expect(Math.min(...tookMs)).toBeLessThan(50);
  });

  it('of many people with a common prefix cost as much as those of one person', () => {
    const phrases = Array.from({ length: 10_000 }, (_, index) => `the team ${index}`);
    const matcher = createAlertWordMatcher([...phrases, '#the team 7', 'THE']);
    expect(matcher.find('the #the team 7; the team 12 the team 123456').sort()).toEqual([
      '#the team 7',
      'THE',
      'the team 12',
      'the team 7',
    ]);
    const text = 'the team '.repeat(1_100);
    const tookMs = Array.from({ length: 10 }, () => {
      const begun = process.cpuUsage();
      matcher.find(text);
      const { user, system } = process.cpuUsage(begun);
      return (user + system) / 1_000;
    });
    // The measured CPU time includes other threads of this process, such as that of the compiler.
    expect(Math.min(...tookMs)).toBeLessThan(50);
  });

  it('are ignored when they are empty', () => {
    expect(find('a  b', ['', ' '])).toEqual([]);
    expect(find('', ['a'])).toEqual([]);
  });
});
