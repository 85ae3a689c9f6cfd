/**
 * What people of the busy organization write. A conversation begins with an opening and goes on with answers; `{topic}` is its subject,
 * `{mention}` somebody in it, `{number}`, `{ms}` and `{percent}` are figures, `{picture}` and `{file}` are uploads.
 */
import type { BusyChannel, Kind } from './channels.ts';

export type Phrases = { readonly openings: readonly string[]; readonly answers: readonly string[] };

const fence = '```';

const code: Phrases = {
  openings: [
    'I looked into **{topic}** this morning. The 95th percentile went from {ms} ms to {number}00 ms since the last release.',
    'Does anybody know why we do this in two steps? I would like to simplify it before we touch {topic} again.',
    `This is where it goes wrong:\n\n${fence}ts\nconst total = items.reduce((sum, item) => sum + item.price, 0);\nreturn Math.round(total * taxRate);\n${fence}\n\nWe round the sum, not the lines.`,
    'Proposal for {topic}:\n\n1. Measure what we have.\n2. Write the test that fails.\n3. Change one thing at a time.',
    'The build fails on main since {number} minutes. I am on it.',
    `Found it:\n\n${fence}sql\nexplain (analyze, buffers)\nselect id from orders\nwhere customer_id = $1 and state = 'open'\norder by created_at desc\nlimit 50;\n-- Seq Scan on orders (actual time=0.03..{ms}.11 rows=50)\n${fence}`,
    '{mention} could you have a look at {topic}? I am not sure that I understand the old behaviour.',
    'I have a branch with half of it. Numbers before I go on:\n\n| | before | after |\n|---|---:|---:|\n| median | {ms} ms | {number} ms |\n| requests a second | {number}0 | {ms}0 |',
  ],
  answers: [
    'Makes sense. Can we have a test for the empty case, too?',
    'I would rather not. The last time we did that, exports were wrong for a week.',
    '{mention} you wrote this part, do you remember why?',
    'It was a workaround for the old provider. We can drop it.',
    `Shorter:\n\n${fence}ts\nconst total = sum(items.map(({ price }) => round(price * taxRate)));\n${fence}`,
    'Tried it on staging: {ms} ms, down from {number}00.',
    'The index is missing on the replica. Creating it now, concurrently.',
    'Could this wait until after the release?',
    'LGTM :ship:',
    'I left three comments, none of them blocks.',
    'Reproduced. It needs two tabs and a slow network.',
    'Let us not guess. I added a counter; we will know tomorrow.',
    'Then the retry sends it twice, unless we keep the key.',
    '+1, and let us write the decision down.',
    'Merged. Thanks, {mention}!',
    'Here is the flame graph: {picture}',
    'What about people on version 4.10? They still send the old field.',
    'Good point. I will make it optional for one release.',
    'Sorry, I was at lunch. Reading up now.',
    'Docs are updated: [how retries work](https://docs.example.com/retries).',
    '> It needs two tabs\n\nTwo windows are enough.',
    'Done. {percent} % of the traffic is on it; no errors so far.',
  ],
};

const operations: Phrases = {
  openings: [
    'Errors at **{percent} %** since {number} minutes. Looking.',
    '{topic}: handing over. Nothing is on fire, but keep an eye on the replica lag.',
    'Planned for tonight, 22:00 to 22:30: {topic}. Nobody should notice.',
    `${fence}console\n$ kubectl get pods -n shop | grep -v Running\norders-7c9d6f-x2k4v   0/1   CrashLoopBackOff   {number}   14m\n${fence}`,
    'Costs went up by {percent} %. Most of it is traffic between zones.',
    'Backup of last night restored in {number} minutes, all checks green.',
  ],
  answers: [
    'Confirmed, it began with the deploy at 14:02. Rolling back.',
    'Rollback done. Errors are going down.',
    'Customers see it as a spinner that never ends.',
    '{mention} can you tell support what to say?',
    'Told them. The status page is updated, too.',
    'Root cause: the pool was exhausted by one slow query. Timeline follows in the document.',
    'All green for {number} minutes. Closing.',
    'Action items: limit the pool per client, alert on waiting connections, test with a slow replica.',
    'The certificate is valid until March.',
    'Graph of the last hour: {picture}',
    'Who is on call this weekend?',
    'Me. Phone is charged.',
    'Raised the limit to {ms}. That buys us a week.',
    'Let us talk about it in the review on Wednesday.',
    'Thanks everybody, that was quick.',
  ],
};

const product: Phrases = {
  openings: [
    'First draft of **{topic}**: {picture}\n\nWhat is missing?',
    '{number} of {ms} people did not find the button. I think it is the word, not the place.',
    'Notes from today about {topic}:\n\n* shops want it before Christmas\n* two of them would pay for it\n* nobody asked for the second step',
    'Can we decide on {topic} this week? Two teams wait for it.',
    'I wrote down what we know: {file}',
    '{mention} how many shops use this at all?',
    '/poll Which word is clearest?\nSend back\nReturn\nGive back',
  ],
  answers: [
    'I like it. Could the price stand first?',
    'About {percent} %. But they use it every day.',
    'That contrast is below 4.5. A bit darker, please.',
    'Can we try it with five people before we build it?',
    'Yes, Thursday. {mention} joins, too.',
    'The German text is a third longer and wraps.',
    'What happens when the list is empty?',
    'Updated: {picture}',
    'Better! :heart_eyes:',
    'I would leave the second step out and see whether anybody asks.',
    'Not now. It is on the list of things that we say no to, with the reason.',
    'Numbers from last month: {number}0 returns a day, {percent} % of them with a question to support.',
    'Let us call it “Return”. Everybody understood it.',
    'Then it is decided. I write it into the document.',
    'Can I show this to a customer?',
    'Please wait until Monday, the words will change.',
  ],
};

const support: Phrases = {
  openings: [
    'A customer writes about **{topic}**, third time this week. Order {number}{ms}. Can somebody look?',
    '“I tried it on two phones and on my daughter’s laptop.” {topic}. Screenshot: {picture}',
    '{mention} {topic}: is this the same thing as last month?',
    'They wait since Tuesday. What can I tell them about {topic}?',
    'Forwarded from the hotline: {topic}. The customer is friendly but needs it today.',
  ],
  answers: [
    'It is a known problem, the fix goes out tomorrow. Please tell them that nothing is lost.',
    'Refunded by hand. I added a note to the order.',
    'Which browser? There was something with an old Safari.',
    'Safari 15 on an iPad.',
    'Then it is the date field. I will write it down for the team.',
    'Answered. She says thank you, and that she will recommend us.',
    'I cannot see the order with that number. Is it from the old shop?',
    'Yes, from before the migration.',
    'The tax number has a blank at the end. Removed it, works.',
    'Could we have a saved text for this? We write it five times a day.',
    'Made one: “voucher, minimum value”.',
    'Invoice in the right language: {file}',
    '{mention} do you have two minutes for a call?',
    'Closed. Total time: {number} minutes.',
    'Great work, that was a hard one. :clap:',
  ],
};

const sales: Phrases = {
  openings: [
    'Demo for **{topic}** went well. They ask for: sign-in with their own accounts, exports, a test system.',
    '{topic}: does anybody know a customer of that size with two warehouses?',
    'Answers to the questionnaire are due on Friday. {number} of {ms} are left. {file}',
    'They compare us with two others. Price is not the problem; the move is.',
  ],
  answers: [
    'I can join on Thursday at 14:00.',
    'Maple & Sons has two, and would talk to them.',
    'Question {number} is for {mention}.',
    'Answered. We store nothing outside of the region.',
    'Can we promise that for March?',
    'Please do not promise dates. We can say that we work on it.',
    'Signed! :tada:',
    'Congratulations! What made the difference?',
    'That they could try it with their own data.',
    'Offer is out: {file}',
    'They want a call with support first. Who could do that?',
  ],
};

const office: Phrases = {
  openings: [
    '**{topic}**: a short summary for everybody who could not be there.',
    'Please add your topics for Thursday until tomorrow noon.',
    '{topic}: the document is open for comments until Friday. {file}',
    '{mention} thank you for jumping in last week!',
    'Reminder: the office is closed on the 24th.',
  ],
  answers: [
    'Added mine.',
    'Will it be recorded?',
    'Yes, as always.',
    'I am on holiday from the 14th on, {mention} stands in for me.',
    'Could we move it by half an hour? I have to bring my son to school.',
    'Fine with me.',
    ':+1:',
    'What is the budget for that?',
    'About {number},000 for the whole team.',
    'Welcome to everybody who started this month!',
    'I have two questions, but they can wait.',
    'Minutes are in the folder: {file}',
  ],
};

const social: Phrases = {
  openings: [
    'Who else takes Friday off?',
    'Who is in for lunch at 12:30? The noodle place again?',
    'Best thing I read this month: a book about how maps lie.',
    'TIL: in `git log`, `-L` follows the history of a function.',
    '{number} km this morning, in the rain. :umbrella_with_rain:',
    'What are you listening to while you work?',
  ],
  answers: [
    'Aww.',
    'Me! And {mention}, I think.',
    'I brought my own today, but I sit with you.',
    'Adding it to my list.',
    'Wait, what? I have used git for ten years.',
    'Respect. I did not leave my bed.',
    'Mostly rain sounds, honestly.',
    'Bach when it is hard, nothing when it is very hard.',
    ':joy: :joy: :joy:',
    'We had that last year, too.',
    'Can we make this a weekly thing?',
    'Friday?',
    'Friday!',
  ],
};

const reports: Phrases = {
  openings: [
    ':rocket: **{topic}** 2026.{number}.{percent} is live in all regions. {ms} commits, by {mention}.',
    ':warning: **{topic}**: p95 is {ms}0 ms (limit 400 ms) for 5 minutes.',
    ':white_check_mark: **{topic}**: back to normal after {number} minutes.',
    ':hammer: **{topic}** build {ms}{number} passed in {number} min.',
    ':red_circle: **{topic}**: build {ms}{number} failed: 2 of 4,{ms} tests. [Log](https://ci.example.com/builds/{number})',
  ],
  answers: [
    ':white_check_mark: **{topic}**: back to normal after {number} minutes.',
    ':warning: **{topic}**: {percent} % of requests fail.',
    ':rocket: **{topic}** 2026.{number}.{percent} is live in eu-west.',
    ':rocket: **{topic}** 2026.{number}.{percent} is live in us-east.',
    ':hammer: **{topic}** build {ms}{number} passed in {number} min.',
  ],
};

const byKind: Readonly<Record<Kind, Phrases>> = {
  code,
  operations,
  product,
  support,
  sales,
  office,
  social,
  reports,
};

const byLanguage: Readonly<Record<NonNullable<BusyChannel['language']>, Phrases>> = {
  de: {
    openings: [
      '{topic}: Weiß jemand, wer sich darum kümmert?',
      'Guten Morgen! Heute um 12 Uhr wird der Feueralarm geprüft, bitte nicht erschrecken.',
      'Neues zu **{topic}**: Der Handwerker kommt am Donnerstag zwischen 9 und 11 Uhr.',
      'Wer hat den Schlüssel für den Besprechungsraum? Ich brauche ihn um {number} Uhr.',
    ],
    answers: [
      'Ich war’s nicht. :innocent:',
      'Liegt am Empfang.',
      'Danke, {mention}!',
      'Größere Tassen wären auch schön.',
      'Kann ich übernehmen, bin ab zehn da.',
      'Super, dann ist das geklärt.',
      'Straße ist gesperrt, ich komme später.',
      'Im Kühlschrank steht noch Kuchen.',
    ],
  },
  ja: {
    openings: [
      'おはようございます。{topic}について、共有します。',
      '明日の会議は{number}時からです。よろしくお願いします。',
      '新しい資料をアップロードしました:{file}',
      '{mention} お時間のある時に確認をお願いします。',
    ],
    answers: [
      '承知しました。',
      'ありがとうございます!',
      '確認しました。問題ありません。',
      '**重要:**締め切りは金曜日です。',
      '会議室Bを予約しました。',
      '少し遅れます、すみません。',
      '来週でも大丈夫です。',
      '後で写真を送ります。',
    ],
  },
  he: {
    openings: [
      'בוקר טוב! {topic}: מי בפנים היום?',
      '{mention} ראית את המייל מהלקוח?',
      'הפגישה זזה לשעה {number}:30.',
      'העליתי את הקובץ: {file}',
    ],
    answers: [
      'אני בפנים.',
      'תודה רבה!',
      'כן, עניתי לו.',
      'נדבר אחרי הצהריים?',
      'מעולה :tada:',
      'אין חניה היום.',
      'אני מאחר בעשר דקות.',
    ],
  },
  es: {
    openings: [
      '{topic}: ¿quién se apunta?',
      'Buenos días. Hoy viene el técnico a las {number}:00.',
      'He subido la lista: {file}',
      '{mention} ¿puedes reservar mesa para doce?',
    ],
    answers: [
      '¡Yo!',
      'Hecho.',
      'Gracias, {mention}.',
      '¿A qué hora?',
      'A las dos y media.',
      'Perfecto, nos vemos allí.',
      'Yo llego un poco más tarde.',
    ],
  },
  fr: {
    openings: [
      '{topic} : qui vient ?',
      'Bonjour à tous, la salle du 3e est réservée jusqu’à {number} h.',
      'Voici le compte rendu : {file}',
      '{mention} tu peux rappeler le client ?',
    ],
    answers: [
      'Moi !',
      'C’est fait.',
      'Merci beaucoup.',
      'Je suis en télétravail aujourd’hui.',
      'À midi et quart, comme d’habitude ?',
      'Parfait.',
      'Où est passée la cafetière ?',
    ],
  },
};

export const phrasesOf = ({ kind, language }: BusyChannel): Phrases =>
  language === undefined ? byKind[kind] : byLanguage[language];
