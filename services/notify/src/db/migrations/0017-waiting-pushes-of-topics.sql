-- parley: without transaction
create index concurrently if not exists due_pushes_topic_hash_idx on due_pushes (topic_hash, user_id) where topic_hash is not null;
