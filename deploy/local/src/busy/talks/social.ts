import type { Talk } from './talk.ts';

export const socialTalks: readonly Talk[] = [
  {
    channel: 'random',
    topic: 'cat pictures',
    hoursAgo: 2.1,
    lines: [
      [
        'Marie',
        'Biscuit has opinions about my pull request. {Biscuit at work.png}',
        { heart_eyes: 'Wanda Grace Mei Oscar', joy: 'Ben' },
      ],
      ['Oscar', 'He has approved more than some of us.', { joy: 'Marie Ben Grace' }],
      ['Grace', 'Does he type?'],
      ['Marie', 'He found a shortcut that nobody knew. The window is upside down since then.'],
      [
        'Wanda',
        'Mine ordered a parcel, slept on the contents and moved into the rest. {if it fits.png}',
        { heart_eyes: 'Marie Mei Grace', cat: 'Oscar Olivia' },
      ],
      ['Mei', 'If it fits, it sits.'],
      ['Wanda', 'It does not fit. She sits.', { joy: 'Mei Marie Oscar Grace Uma' }],
      [
        'Quentin',
        'And this is Nuit. She watches the moon until it is gone, every single night. {Nuit.png}',
        { heart: 'Wanda Marie Olivia Mei', star2: 'Grace' },
      ],
      ['Olivia', 'Quentin, that one belongs on a wall.'],
      ['Quentin', 'It hangs on mine already. :smile:'],
      ['Ben', 'I have a fish. He is fine.', { joy: 'Marie Oscar Wanda Grace Olivia', fish: 'Mei' }],
    ],
  },
  {
    channel: 'random',
    topic: 'lunch',
    hoursAgo: 1.1,
    lines: [
      [
        'Mei',
        'The noodle place has the egg ones back. {noodles.png}',
        { yum: 'Malik Marie', heart_eyes: 'Uma' },
      ],
      ['Malik', '12:30 by the door?'],
      ['Uma', 'In! Is there something without pork?'],
      ['Mei', 'The one in the picture, for example. Mushrooms and sesame.'],
      ['Marie', 'I come if we are back at half past one, I have a review then.'],
      ['Malik', 'We will be. Table for four.', { '+1': 'Mei Uma Marie' }],
    ],
  },
  {
    channel: 'random',
    topic: 'running club',
    hoursAgo: 15,
    lines: [
      [
        'Kofi',
        '11 km along the canal on Sunday, five of us, one heron.',
        { runner: 'Tove Erik', heart: 'Rosa' },
      ],
      ['Tove', 'My legs want to know who said “an easy round”.'],
      ['Erik', 'It was easy for the heron.', { joy: 'Kofi Tove Rosa' }],
      ['Rosa', 'I would like to start. Is there something for beginners?'],
      ['Kofi', 'Wednesday at 18:00: 3 km, we talk all the way, nobody is left behind.'],
      ['Rosa', 'Then I am in.', { tada: 'Kofi Tove Erik' }],
    ],
  },
  {
    channel: 'photography',
    topic: 'autumn',
    hoursAgo: 40,
    lines: [
      [
        'Jonas',
        'The Harz on Saturday, half an hour before the fog came. {Harz.png}',
        { heart_eyes: 'Marie Emma Olivia', maple_leaf: 'Chiara' },
      ],
      ['Chiara', 'These colours! Did you change anything?'],
      ['Jonas', 'Only straightened it. The light was really like that.'],
      [
        'Emma',
        'And ours, without a single person on the water. {lake on Sunday.png}',
        { heart: 'Jonas Chiara Mateusz', boat: 'Kofi' },
      ],
      ['Mateusz', 'Is that the lake behind Uppsala?'],
      ['Emma', 'Yes, twenty minutes by bus. The red boat is my uncle’s.'],
      ['Marie', 'May I use it as the picture of the next newsletter? With your name, of course.'],
      ['Emma', 'Sure, I would be proud.', { tada: 'Marie Jonas' }],
    ],
  },
  {
    channel: 'photography',
    topic: 'night',
    hoursAgo: 11.5,
    lines: [
      [
        'Nadia',
        'From the roof, two in the morning, on call and awake anyway. {night shift.png}',
        { star2: 'Jonas Kofi', heart: 'Emma Olivia' },
      ],
      ['Kofi', 'Every lit window is somebody with a pager.'],
      ['Nadia', 'Then there are more of us than I thought.', { joy: 'Kofi Mateusz' }],
      ['Jonas', 'How long did you expose?'],
      ['Nadia', 'Four seconds, the camera stood on a plant pot.'],
    ],
  },
  {
    channel: 'photography',
    topic: 'from the window',
    hoursAgo: 33,
    lines: [
      [
        'Bianca',
        'Office view at a quarter to five. Nobody worked for ten minutes. {from the window.png}',
        { heart_eyes: 'Zoe Marie Rosa', sunrise_over_mountains: 'Carlos' },
      ],
      ['Zoe', 'I closed the laptop for that one.'],
      ['Carlos', 'And from the other side one sees the rain coming.'],
      ['Bianca', 'Please do not post that.', { joy: 'Carlos Zoe' }],
    ],
  },
];
