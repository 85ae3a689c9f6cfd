-- parley: without transaction
drop index concurrently if exists messages_search_words_idx
