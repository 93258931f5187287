-- Keyed hashes of account, phone, mailbox, home and browser of who has used an offer. Null in uses of the version before, which have `person` only.
alter table offer_uses add column person_keys bytea[];
create index offer_uses_by_person_keys on offer_uses using gin (person_keys);
