-- The smaller refund that was requested instead of this one. It is a row of its own, because a refund's id is its idempotency key.
alter table refunds add column replaced_by uuid unique references refunds (id);
