import type { Language } from './language.ts';

/** English texts. To add a text, add it here and in the files of the other languages. */
export const en = {
  language: 'en' as Language,

  /** Direct message that the server sends to each new person, unless the organization sets another text. */
  welcome: `Hello, and welcome!

This is where we talk. A few things to know:

* Conversations happen in **channels**. Inside a channel, each subject has a **topic** of its own.
* Write to one person or a few in a **direct message**. To mention somebody, type \`@\` and their name.
* Set your picture, your language and what you are notified of in your **settings**.

You can try things out here: nobody else reads this conversation.`,

  channels: {
    changesTopic: 'channel events',
    announcementsTopic: 'new channels',
    signupsTopic: 'signups',
    created: (by: string, channel: string) => `${by} created a new channel ${channel}.`,
    createdSeveral: (by: string) => `${by} created the following channels:`,
    subscribed: (by: string, channel: string) => `${by} subscribed you to the channel ${channel}.`,
    subscribedSeveral: (by: string) => `${by} subscribed you to the following channels:`,
    andMore: (count: number) => `…and ${count} more`,
    renamed: (by: string, from: string, to: string) => `${by} renamed channel **${from}** to **${to}**.`,
    described: (by: string, from: string, to: string) =>
      `${by} changed the description for this channel.\n\n* **Old description:** ${from}\n* **New description:** ${to}`,
    noDescription: '*No description.*',
    accessChanged: (by: string, from: string, to: string) =>
      `${by} changed the access permissions for this channel from **${from}** to **${to}**.`,
    access: {
      webPublic: 'Web-public',
      public: 'Public',
      privateShared: 'Private, shared history',
      privateProtected: 'Private, protected history',
    },
    folderChanged: (by: string, from: string, to: string) =>
      `${by} changed the folder of this channel from ${from} to ${to}.`,
    none: '*none*',
    archived: (by: string) => `${by} archived this channel.`,
    unarchived: (by: string) => `${by} unarchived this channel.`,
    retentionChanged: (by: string, from: string, to: string) =>
      `${by} changed the message retention of this channel from **${from}** to **${to}**.`,
    retention: {
      inherited: 'the organization’s setting',
      forever: 'forever',
      days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
    },
    topicsPolicyChanged: (by: string, from: string, to: string) =>
      `${by} changed the topics of this channel from **${from}** to **${to}**.`,
    topicsPolicies: {
      inherit: 'the organization’s setting',
      allow_empty_topic: 'topic optional',
      disable_empty_topic: 'topic required',
      empty_topic_only: 'no topics',
    } as Readonly<Record<string, string>>,
    madeDefault: (by: string) => `${by} made this channel a default channel for new people.`,
    madeOrdinary: (by: string) => `${by} made this channel no longer a default channel for new people.`,
    permissionChanged: (by: string, permission: string, from: string, to: string) =>
      `${by} changed who may ${permission} from **${from}** to **${to}**.`,
    /** Permissions as they end the sentence "changed who may …", by name of the channel's setting. */
    permissions: {
      can_add_subscribers_group: 'subscribe others to this channel',
      can_administer_channel_group: 'administer this channel',
      can_create_topic_group: 'start topics in this channel',
      can_delete_any_message_group: 'delete any message in this channel',
      can_delete_own_message_group: 'delete own messages in this channel',
      can_move_messages_out_of_channel_group: 'move messages out of this channel',
      can_move_messages_within_channel_group: 'move messages inside this channel',
      can_remove_subscribers_group: 'unsubscribe others from this channel',
      can_resolve_topics_group: 'resolve topics in this channel',
      can_send_message_group: 'post in this channel',
      can_subscribe_group: 'subscribe to this channel',
    },
    /** Names of the built-in user groups, as shown to people. */
    groups: {
      'role:internet': 'Everyone on the internet',
      'role:everyone': 'Everyone including guests',
      'role:members': 'Members',
      'role:fullmembers': 'Full members',
      'role:moderators': 'Moderators',
      'role:administrators': 'Administrators',
      'role:owners': 'Owners',
      'role:nobody': 'Nobody',
    },
    unknownGroup: 'a group',
    people: (count: number) => (count === 1 ? '1 person' : `${count} people`),
  },

  topics: {
    resolved: (by: string) => `${by} has marked this topic as resolved.`,
    unresolved: (by: string) => `${by} has marked this topic as unresolved.`,
    movedHere: (what: Moved, from: string, by: string) => `${moved(what)} moved here from ${from} by ${by}.`,
    movedAway: (what: Moved, to: string, by: string) =>
      `${moved(what)} moved ${what === 'topic' ? '' : 'from this topic '}to ${to} by ${by}.`,
    movedHereFromHidden: (what: Moved, by: string) =>
      `${moved(what)} moved here by ${by}, from a topic that not everyone here can see.`,
    movedAwayToHidden: (what: Moved, by: string) =>
      `${moved(what)} moved ${what === 'topic' ? '' : 'from this topic '}by ${by} to a topic that not everyone here can see.`,
  },

  scheduled: {
    failed: (time: string, reason: string) =>
      `The message that you scheduled for ${time} was not sent:\n\n${reason}\n\nIt is still among your scheduled messages. Give it another time, and it will be sent then.`,
  },

  reminders: {
    requested: (what: string) => `You requested a reminder for ${what}.`,
    directMessage: 'the following direct message',
    message: 'a message',
    unavailable: 'a message that is no longer available',
    note: (note: string) => `Note: ${note}`,
    said: (by: string) => `${by} said:`,
  },

  reports: {
    reasons: {
      spam: 'Spam',
      harassment: 'Harassment',
      inappropriate: 'Inappropriate content',
      norms: 'Violates community norms',
      other: 'Other reason',
    },
    reported: (by: string, where: string, sender: string) => `${by} reported ${where} sent by ${sender}.`,
    directMessage: 'a direct message',
    reason: (reason: string) => `Reason: **${reason}**`,
    notes: 'Notes:',
    message: 'Message:',
    topic: (name: string) => `${name} moderation`,
  },

  personExports: {
    finished:
      'The export of personal data that you requested is complete. The list of these exports has an address to download it. It is deleted after a week.',
    failed:
      'The export of personal data that you requested failed. Try again, or ask the operators of this server for it.',
  },

  exports: {
    finished:
      'The export of the organization that you requested is complete. The list of exports has an address to download it. It is deleted after a week.',
    failed:
      'The export of the organization that you requested failed. Try again, or ask the operators of this server for a manual export.',
  },

  joining: {
    signedUp: (person: string) => `${person} joined this organization.`,
    accepted: (person: string, organization: string) =>
      `${person} accepted your invitation to join ${organization}!`,
  },

  /** Texts of the HTML pages that the server itself renders, which also work without JavaScript. */
  pages: {
    needsJavaScript: 'Parley needs JavaScript. Switch it on for this page and reload.',
    /**
     * Texts of the installed web app for the operating system: its description, and the names of its shortcuts. The key of a
     * shortcut is the URL fragment that the shortcut opens.
     */
    installed: {
      description: 'Team messaging by topics',
      shortcuts: {
        inbox: 'Inbox',
        recent: 'Recent conversations',
        direct: 'Direct messages',
        search: 'Search',
      },
    },
    email: 'Email address',
    name: 'Your name',
    password: 'Password',
    newPassword: 'New password',
    checkMail: 'Check your mail',
    continue: 'Continue',
    send: 'Send',
    join: {
      title: (organization: string) => `Join ${organization}`,
      button: 'Join',
      closed: 'This link is not valid any more, or never was. Please ask for a new invitation.',
      intro: 'We will mail you a link to choose your name and password with.',
      sent: (email: string) => `We sent a mail to ${email}. Its link leads on.`,
      welcome: (organization: string) => `Welcome to ${organization}`,
      /** Returns HTML. Both parameters must be HTML as well. */
      joined: (address: string, email: string) =>
        `You are in. Log in with a client of your choice at ${address}\nas ${email}.`,
    },
    resetPassword: {
      title: 'Reset your password',
      intro: 'We will mail you a link to choose a new password with.',
      sent: 'If there is an account with that address, a mail with a link is on its way.',
      button: 'Change password',
      changed: 'Your password was changed',
      canLogIn: 'You can log in with it now.',
    },
    call: {
      title: 'Join the call',
      logIn: 'Log in first.',
      afterwards: 'Then open the link to the call again.',
    },
    zoom: {
      connected: 'Your Zoom account is connected',
      notConnected: 'Your Zoom account is not connected',
      close: 'You can close this window.',
    },
    signIn: {
      failed: 'You are not signed in',
      back: 'Back to the sign-in page',
      signedIn: 'You are signed in',
      copy: 'Copy this text and return to the app.',
      finish: 'Finish signing in',
      confirm: 'Continue only if you have just signed in from this app.',
      button: 'Continue',
    },
    unsubscribe: {
      title: 'Stop mails about messages',
      intro: 'You will get no more mails about messages. Your other settings stay as they are.',
      button: 'Stop these mails',
      done: 'You are unsubscribed',
      hint: 'You get no more mails about messages. To get them again, change your settings.',
    },
    confirmEmail: {
      title: 'Confirm your new address',
      button: 'Use this address',
      changed: 'Your address was changed',
      changedTo: (email: string) => `It is ${email} now.`,
    },
  },

  mails: {
    hello: 'Hello,',
    helloTo: (name: string) => `Hello ${name},`,
    invitation: {
      subject: (inviter: string, organization: string) =>
        `${inviter} has invited you to join ${organization}`,
      text: (inviter: string, organization: string, link: string) =>
        `${inviter} wants you to join ${organization}. To choose your name and password, open\n\n${link}`,
      until: (time: string) => `The link works until ${time}.`,
    },
    ifUnknown: 'If you do not know what this is about, do nothing.',
    confirmation: {
      subject: (organization: string) => `Confirm your address to join ${organization}`,
      text: (organization: string, link: string) =>
        `to choose your name and password and join ${organization}, open\n\n${link}`,
    },
    haveAccount: {
      subject: (organization: string) => `You already have an account in ${organization}`,
      text: (organization: string, link: string) =>
        `somebody, hopefully you, wanted to join ${organization} with this address, which has an account already. If you forgot your password, reset it at\n\n${link}`,
    },
    passwordReset: {
      subject: (organization: string) => `Reset your password for ${organization}`,
      text: (link: string) =>
        `somebody, hopefully you, asked for a new password. To choose one, open\n\n${link}\n\nThe link works once, for an hour. If it was not you, do nothing: your password stays.`,
    },
    emailChange: {
      subject: (organization: string) => `Confirm your new address for ${organization}`,
      text: (link: string) =>
        `to use this address from now on, open\n\n${link}\n\nThe link works once, for a day.`,
    },
    emailChanged: {
      subject: (organization: string) => `Your address for ${organization} was changed`,
      text: 'your account now has another address. If you did not ask for that, tell an administrator.',
    },
    signIn: {
      subject: (organization: string) => `New sign-in to your account in ${organization}`,
      text: (organization: string) => `your account in ${organization} was signed in to.`,
      at: (time: string) => `Time: ${time}`,
      client: (name: string) => `Program: ${name}`,
      /** The desktop app as a program. */
      app: 'Parley desktop app',
      on: (program: string, system: string) => `${program} on ${system}`,
      address: (address: string) => `Network address: ${address}`,
      advice: (link: string) =>
        `If that was you, there is nothing to do. If not, change your password at once, which signs all browsers out:\n\n${link}\n\nYou can turn these mails off in the settings for notifications.`,
      /** Replaces the advice above for accounts whose password an external service checks, such as an LDAP directory. */
      adviceAtProvider:
        'If that was you, there is nothing to do. If not, change your password at the service with which you sign in, and tell an administrator.\n\nYou can turn these mails off in the settings for notifications.',
    },
    factorChanged: {
      subject: (organization: string) => `The second factors of your account in ${organization} were changed`,
      added: {
        totp: 'an authenticator app was added to your account.',
        passkey: 'a passkey was added to your account.',
      },
      removed: {
        totp: 'the authenticator app of your account was removed.',
        passkey: 'a passkey of your account was removed.',
      },
      reset:
        'an administrator removed all second factors of your account and signed you out. You can add new ones in your settings.',
      advice:
        'If that was not you, end all sessions in your settings, change your password, and tell an administrator.',
    },
    repeatedCode: {
      subject: (organization: string) => `A code for your account in ${organization} was used twice`,
      text: 'a code of your authenticator app came a second time after it had been used. It was refused.',
      advice: (link: string) =>
        `If you entered it twice, you need not do anything. Otherwise somebody has seen your code, and knows your password. Choose a new one at\n\n${link}`,
    },
    passwordChanged: {
      subject: (organization: string) => `Your password for ${organization} was changed`,
      text: (link: string) => `your password was changed. If that was not you, reset it at\n\n${link}`,
    },
    accessEnded: {
      subject: (organization: string) => `All access to your account in ${organization} was ended`,
      text: (link: string) =>
        `all API keys and sessions of your account were ended, and phones and browsers get no notifications any more. Log in again where you need it. If neither you nor an administrator did that, choose a new password at\n\n${link}`,
    },
    welcome: {
      subject: (organization: string) => `Welcome to ${organization}`,
      text: (organization: string, link: string, email: string) =>
        `your account in ${organization} is ready. Log in at\n\n${link}\n\nwith the address ${email}.`,
    },
    missed: {
      directSubject: (names: string) => `Direct messages with ${names}`,
      /** Subject of the mail when the settings forbid message contents in mails. */
      hiddenSubject: (organization: string) => `New messages in ${organization}`,
      /** Notice in a mail about a conversation with too many unread messages. */
      omitted: (count: number) =>
        count === 1
          ? 'One earlier message of this conversation is not in this mail.'
          : `Up to ${count} earlier messages of this conversation are not in this mail.`,
      hidden: (count: number, organization: string, isAtLeast: boolean) =>
        `You have ${isAtLeast ? 'at least ' : ''}${count === 1 ? '1 unread message' : `${count} unread messages`} in ${organization}.\n\nThis mail does not show messages, because your settings or those of the organization hide them.`,
      open: 'Open the conversation',
      settings: 'Change what you are notified of',
      unsubscribe: 'Stop these mails',
      reply: 'Reply to this mail to answer in the conversation.',
    },
    /** The weekly mail to people who were away. */
    digest: {
      subject: (organization: string) => `This week in ${organization}`,
      intro: (organization: string) =>
        `These topics were talked about most in ${organization} while you were away:`,
      /** Replaces the name of a topic when the settings forbid message contents in mails. */
      hiddenTopic: 'A topic in one of your channels',
      activity: (messages: number, people: number) =>
        `${messages === 1 ? '1 message' : `${messages} messages`} by ${people === 1 ? '1 person' : `${people} people`}`,
    },
    /** Mail to the author of a reply that was not posted, because it came from another address than the notification went to. */
    refusedReply: {
      subject: (subject: string) => `Not posted: ${subject}`,
      text: (organization: string, address: string, link: string) =>
        `your mail from ${address} was not posted in ${organization}. You answered a notification that was sent to one person. Answers to it are posted in this person's name, so they must come from an address of this person.\n\nIf the notification was for you, send your answer from the address that received it, or answer here:\n\n${link}\n\nIf somebody forwarded it to you, please write to them.`,
    },
    /** Notes that the server adds to messages that arrived by mail. */
    incoming: {
      /** First line of a message whose author is not its sender. */
      from: (author: string) => `From: ${author}`,
      unconfirmedFrom: (author: string) => `From: ${author} (not confirmed)`,
      shortened: '*(The mail was longer.)*',
      /** Title of the folded part of a message with quoted mails and signatures. */
      rest: 'Rest of the mail',
      /** Name of the attached file with the whole text of a mail that is longer than a message. */
      wholeText: 'whole mail.txt',
      refusedFile: (name: string, reason: string) => `*(${name} was left out: ${reason})*`,
      droppedFiles: (count: number) =>
        count === 1 ? '*(1 more attachment was left out.)*' : `*(${count} more attachments were left out.)*`,
    },
    /** Mail to the owners after an identity provider tried to deactivate more people than permitted. */
    deactivationLimit: {
      subject: (organization: string) => `Provisioning in ${organization} has stopped deactivating people`,
      text: (limit: number) =>
        `the identity provider wants to deactivate more than ${limit} people within a day. Those beyond this limit are still active.\n\nCheck the rules at the identity provider. When the deactivations are intended, an operator can allow them: parley allow-deactivations.`,
    },
    deactivation: {
      subject: (organization: string) => `Your account in ${organization} was deactivated`,
      text: (comment: string) => `your account was deactivated. The administrators say:\n\n${comment}`,
    },
  },
  pushes: {
    /** Replaces the text of a direct message when the reader's settings hide the contents of direct messages in pushes. */
    hiddenDirect: 'New direct message',
    mentionedYou: (name: string) => `${name} mentioned you:`,
    mentionedEveryone: (name: string) => `${name} mentioned everyone:`,
    testTitle: 'Test notification',
    testBody: (organization: string, url: string) =>
      `This is a test notification from ${organization} (${url}).`,
  },
};

/** What a move of messages affects: the whole topic, or a number of messages. */
export type Moved = 'topic' | number;

const moved = (what: Moved): string => {
  if (what === 'topic') return 'This topic was';
  return what === 1 ? 'A message was' : `${what} messages were`;
};

/**
 * Type of the texts of one language. An entry is a text, or a function that inserts its parameters into a text. Callers must
 * escape names for Markdown.
 */
export type Texts = typeof en;
