import { type DialectCase, link, p } from './case.ts';

const remote = 'https://pictures.example.org/sun.png';
const picture = (title: string, href: string = remote) =>
  `<div class="message_inline_image"><a href="${href}" title="${title}"><img src="${href}"></a></div>`;
const cat =
  '<div class="message_inline_image"><a href="/user_uploads/2/ab/cat.png" title="cat.png"><img src="/user_uploads/thumbnail/2/ab/cat.png/840x560.webp" data-original-dimensions="1200x800" data-original-content-type="image/png"></a></div>';
const inline = (alt: string) =>
  `<img alt="${alt}" class="inline-image" data-original-content-type="image/png" data-original-dimensions="1200x800" data-original-src="/user_uploads/2/ab/cat.png" src="/user_uploads/thumbnail/2/ab/cat.png/840x560.webp">`;
const tour = '/user_uploads/2/ab/tour.mp4';
const song = '/user_uploads/2/ab/song.mp3';

/** Cases about images, videos and audio. */
export const media: DialectCase[] = [
  { rule: 'a message of a picture’s address alone is the picture', input: remote, html: picture('sun.png') },
  {
    rule: 'a paragraph of an upload’s full address alone is the picture',
    input: 'look\n\nhttps://chat.example.com/user_uploads/2/ab/cat.png',
    html: `${p('look')}\n${cat}`,
  },
  {
    rule: 'a named picture keeps its name',
    input: `[sunrise](${remote})`,
    html: `${p(link(remote, 'sunrise'))}\n${picture('sunrise')}`,
  },
  {
    rule: 'text beside an address keeps its paragraph',
    input: `${remote} !`,
    html: `${p(`${link(remote)} !`)}\n${picture('sun.png')}`,
  },
  {
    rule: 'an address alone stays when its preview is switched off',
    input: remote,
    html: p(link(remote)),
    context: { imagePreviews: false },
  },
  {
    rule: 'an address alone in a quote stays, because quotes have no previews',
    input: `> ${remote}`,
    html: `<blockquote>\n${p(link(remote))}\n</blockquote>`,
  },
  {
    rule: 'a picture that is linked twice is shown once',
    input: `one ${remote}\n\ntwo ${remote}`,
    html: `${p(`one ${link(remote)}`)}\n${picture('sun.png')}\n${p(`two ${link(remote)}`)}`,
  },
  {
    rule: 'a picture alone in a list item replaces its address',
    input: `- ${remote}\n- b`,
    html: `<ul>\n<li>\n${picture('sun.png')}\n</li>\n<li>b</li>\n</ul>`,
  },
  {
    rule: 'an uploaded video has a player',
    input: `[tour](${tour})`,
    html: `${p(link(tour, 'tour'))}\n<div class="message_inline_image message_inline_video"><a href="${tour}" title="tour"><video preload="metadata" src="${tour}"></video></a></div>`,
  },
  {
    rule: 'a video that browsers cannot play is a link',
    input: '[tour](/user_uploads/2/ab/tour.mkv)',
    html: p(link('/user_uploads/2/ab/tour.mkv', 'tour')),
  },
  {
    rule: 'a video of another host has a player',
    input: 'look https://pictures.example.org/sun.webm?a=1',
    html: `${p(`look ${link('https://pictures.example.org/sun.webm?a=1')}`)}\n<div class="message_inline_image message_inline_video"><a href="https://pictures.example.org/sun.webm?a=1" title="sun.webm"><video preload="metadata" src="https://pictures.example.org/sun.webm?a=1"></video></a></div>`,
  },
  {
    rule: 'a video of another host is loaded through this server',
    input: 'https://pictures.example.org/sun.mp4',
    html: '<div class="message_inline_image message_inline_video"><a href="https://pictures.example.org/sun.mp4" title="sun.mp4"><video preload="metadata" src="/passed/on"></video></a></div>',
    context: { externalMedia: () => '/passed/on' },
  },
  {
    rule: 'image syntax shows an uploaded image in its place',
    input: 'a ![my **cat**](/user_uploads/2/ab/cat.png) and ![](/user_uploads/2/ab/cat.png)!',
    html: p(`a ${inline('my cat')} and ${inline('cat.png')}!`),
  },
  {
    rule: 'image syntax with an uploaded image shows it in quotes, too',
    input: '> ![cat](/user_uploads/2/ab/cat.png)',
    html: `<blockquote>\n${p(inline('cat'))}\n</blockquote>`,
  },
  {
    rule: 'image syntax is a link when previews are switched off',
    input: '![cat](/user_uploads/2/ab/cat.png)',
    html: p(link('/user_uploads/2/ab/cat.png', 'cat')),
    context: { imagePreviews: false },
  },
  {
    rule: 'image syntax with a picture of another host is a link with a preview',
    input: `![sunrise](${remote})`,
    html: `${p(link(remote, 'sunrise'))}\n${picture('sunrise')}`,
  },
  {
    rule: 'image syntax with a file is a link',
    input: '![notes](/user_uploads/2/ab/notes.pdf)',
    html: p(link('/user_uploads/2/ab/notes.pdf', 'notes')),
  },
  {
    rule: 'image syntax with uploaded audio is a player',
    input: `listen: ![my "song"](${song})!`,
    html: p(`listen: <audio controls preload="metadata" src="${song}" title="my &quot;song&quot;"></audio>!`),
  },
  {
    rule: 'a player without a name has the file’s name',
    input: `![](${song})`,
    html: p(`<audio controls preload="metadata" src="${song}" title="song.mp3"></audio>`),
  },
  { rule: 'a link to audio is a link', input: `[song](${song})`, html: p(link(song, 'song')) },
  {
    rule: 'an escaped exclamation mark is no image syntax',
    input: `\\![song](${song})`,
    html: p(`\\!${link(song, 'song')}`),
  },
  {
    rule: 'image syntax with audio of another host is a link',
    input: '![song](https://a.example.com/song.mp3)',
    html: p(link('https://a.example.com/song.mp3', 'song')),
  },
];
