-- When the provider was last asked and answered that nothing is paid and no attempt to pay is in progress. A hold ends after that.
alter table payments add column checked_at timestamptz;
