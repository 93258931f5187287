-- The provider's message as it was signed. JSON that PostgreSQL cannot store, such as half a surrogate pair, is no reason to
-- reject it. `payload` has the messages from before.
alter table payment_events add column body bytea, alter column payload drop not null;
