-- The provider that sent the event, took the unknown payment, or reported the dispute. All rows so far are Razorpay's, as are those
-- that the previous version of the server inserts.
alter table payment_events add column provider text not null default 'razorpay';
alter table unknown_payments add column provider text not null default 'razorpay';
alter table disputes add column provider text not null default 'razorpay';
