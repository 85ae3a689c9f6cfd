/** Additional names of common emoji, by code, which the emoji packages lack or use for a less common one. */
export const furtherNames: Readonly<Record<string, string>> = {
  '1f3e0': 'home',
  '1f327': 'cloud_with_rain',
  '1f382': 'birthday_cake',
  '1f44d': 'thumbsup',
  '1f44e': 'thumbsdown',
  '1f47b': 'scary',
  '1f4aa': 'strong',
  '1f601': 'grin',
  '1f606': 'satisfied',
  '1f632': 'very_surprised',
  '1f697': 'red_car',
  '1f6a7': 'wip',
  '1f919': 'call_me_hand',
  '1f91e': 'crossed_fingers',
  '231b': 'time_up',
  '2764': 'red_heart',
};
