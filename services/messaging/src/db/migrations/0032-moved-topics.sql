-- The newest message that was moved away from the topic. Whoever follows an address of the topic finds its messages where that one is.
-- Messages that were first sent to the topic are found by their origin; those that had been moved here before are not.
alter table origins add column moved_message_id bigint;
