-- The provider that took the payment. All payments so far are Razorpay's.
alter table payments add column provider text not null default 'razorpay';

alter table payments rename column lines to cart_snapshot;
alter table payments rename column mismatch to discrepancy;
alter index payments_mismatched rename to payments_with_discrepancy;
alter index payments_holding rename to payments_with_hold;
alter function check_payment_move() rename to check_payment_transition;
alter trigger payments_move on payments rename to payments_transition;

alter table payment_events rename column next_try_at to next_attempt_at;

alter table refunds rename column next_try_at to next_attempt_at;
alter table refunds rename column asked_by to requested_by;
alter table refunds rename constraint refunds_asked_by_fkey to refunds_requested_by_fkey;

-- The first status of a refund is 'requested' instead of 'asked'.
drop index refunds_open;
alter table refunds drop constraint refunds_status_check;
update refunds set status = 'requested' where status = 'asked';
alter table refunds
  alter column status set default 'requested',
  add constraint refunds_status_check check (status in ('requested', 'pending', 'processed', 'failed'));
create index refunds_open on refunds (next_attempt_at) where status in ('requested', 'pending');
