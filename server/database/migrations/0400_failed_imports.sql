-- An import ends as failed, with a sentence, when a fault of the shop keeps it from being checked or saved.
alter table product_imports drop constraint product_imports_state_check,
  add constraint product_imports_state_check check (state in ('checking', 'checked', 'running', 'done', 'stopped', 'failed'));
