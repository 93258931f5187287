-- What an administrator has said about a refund that the shop did not make: it was the refund of a return, or something else.
create table refund_answers (
  refund_id uuid primary key references refunds (id) on delete cascade,
  -- null: something else
  return_id uuid references returns (id) on delete cascade,
  note text not null default '' check (length(note) <= 500),
  answered_by uuid references users (id) on delete set null,
  answered_at timestamptz not null default clock_timestamp()
);
create index refund_answers_of_return on refund_answers (return_id) where return_id is not null;
