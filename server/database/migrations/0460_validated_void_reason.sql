-- Shops that ran the migrations before the baseline have this constraint without a check of their older rows.
alter table payments validate constraint payments_void_reason;
