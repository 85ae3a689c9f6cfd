-- parley: without transaction
-- The search words of messages that release 0.1 has sent, for its processes during an update. New messages have none, and the index
-- before this one also had an entry for each of those, which every send paid for.
create index concurrently if not exists messages_earlier_search_words_idx on messages using gin (search_words)
 where search_words is not null
