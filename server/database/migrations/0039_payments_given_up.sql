-- Null: the provider has answered after the last time at which the payment could succeed, and it is not checked any more.
alter table payments alter column next_check_at drop not null;
